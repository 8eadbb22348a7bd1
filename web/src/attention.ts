/* How does one notice that it is one's turn, while looking elsewhere? A mark on the page's icon, and a word from the system
   where that was allowed. */
import { settings } from "./settings.js";

const PLAIN = "/favicon.svg";
let marked: string | null = null;

/** The icon with a red dot, made from the icon itself. */
async function dotted(): Promise<string> {
  if (marked) return marked;
  const drawn = await (await fetch(PLAIN)).text();
  const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawn);
  const size = Number(box?.[1] ?? 100);
  const dot = `<circle cx="${size * 0.78}" cy="${size * 0.22}" r="${size * 0.22}" fill="#c0392b" stroke="#fff" stroke-width="${size * 0.04}"/></svg>`;
  marked = `data:image/svg+xml,${encodeURIComponent(drawn.replace(/<\/svg>\s*$/, dot))}`;
  return marked;
}

export function badge(on: boolean) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || (!on && link.getAttribute("href") === PLAIN)) return;
  if (!on) link.href = PLAIN;
  else dotted().then((url) => (link.href = url), () => undefined);
}

/** A word from the system, where this person wanted it and the browser allows it. */
export function tell(title: string, body: string, to: string) {
  if (!settings.now.notify || typeof Notification === "undefined" || Notification.permission !== "granted") return;
  try {
    const note = new Notification(title, { body, tag: to, icon: PLAIN });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some telephones allow it only to installed pages.
  }
}
