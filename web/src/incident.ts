/* How does an incident travel? As a link that holds it whole, to be judged by every code. */
import type { Entry } from "./api.js";
import type { Act, Header } from "./record.js";

export interface Incident {
  start: string;
  acts: Act[];
}

/** The incident in the link: JSON in base64url, so that a link can be read back by anyone. */
export function pack(incident: Incident): string {
  const bytes = new TextEncoder().encode(JSON.stringify(incident));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function unpack(text: string): Incident | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const found = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Incident>;
    if (typeof found.start !== "string" || !Array.isArray(found.acts)) return null;
    return { start: found.start, acts: found.acts.filter((act) => typeof act?.act === "string" && typeof act?.by === "string") };
  } catch {
    return null;
  }
}

/** A moment of a game, to be put before the other codes. What was said in confidence, and when, stays at the table. */
export function momentOf(header: Header, start: string, log: Entry[]): string | null {
  if (header.mode === "communication" || log.length > 600) return null;
  const acts = log.map(({ act: { at: _at, player: _player, ...act } }) => act as Act);
  return `/judge#${pack({ start, acts })}`;
}
