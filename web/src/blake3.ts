/* Does the opened envelope fit the commitment shown at its sealing? A player can check with his own browser and need not
   trust the server. */
import { blake3 as hash } from "@noble/hashes/blake3.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** The hash in hexadecimal. */
export const blake3 = (bytes: Uint8Array): string => bytesToHex(hash(bytes));

/** Whether an opened envelope is the one committed to: blake3(nonce, game, 0, by, 0, record). */
export function envelopeHolds(
  game: string,
  by: string,
  opened: { record: string; nonce: string },
  commitment: string,
): boolean {
  const nonce = Uint8Array.from(opened.nonce.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const text = new TextEncoder().encode(`${game}\0${by}\0${opened.record}`);
  const whole = new Uint8Array(nonce.length + text.length);
  whole.set(nonce);
  whole.set(text, nonce.length);
  return blake3(whole) === commitment.toLowerCase();
}
