/* How does one notice that it is one's turn, while looking elsewhere? A mark on the page's icon, and a word from the system
   where that was allowed. */
import { settings } from "./settings.js";

const PLAIN = "/favicon.svg";
let marked: string | null = null;
let wanted = false;

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
  wanted = on;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || (!on && link.getAttribute("href") === PLAIN)) return;
  if (!on) link.href = PLAIN;
  else dotted().then((url) => wanted && (link.href = url), () => undefined);
}

/** Telephones let only the page's worker say a word; where there is none the page says it. */
const worker = async () => (await navigator.serviceWorker?.getRegistration().catch(() => undefined)) ?? null;

/** A word from the system, where this person wanted it and the browser allows it. */
export async function tell(title: string, body: string, to: string) {
  if (!settings.now.notify || typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const note = { body, tag: to, icon: PLAIN, data: to };
  try {
    const told = await worker();
    // He may have looked meanwhile.
    if (!wanted) return;
    if (told) await told.showNotification(title, note);
    else new Notification(title, note).onclick = () => window.focus();
  } catch {
    // Then the title and the icon have to do.
  }
}

/** Who looks need not be called any more. */
export async function called(to: string) {
  badge(false);
  for (const note of (await (await worker())?.getNotifications({ tag: to })) ?? []) note.close();
}
