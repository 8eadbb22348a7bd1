/* Does the opened envelope fit the commitment shown at its sealing? BLAKE3 of a short text (one chunk, up to 1024
   bytes), so that a player can check with his own browser and need not trust the server. */

const IV = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const CHUNK_START = 1;
const CHUNK_END = 2;
const ROOT = 8;

const turn = (word: number, by: number) => ((word >>> by) | (word << (32 - by))) >>> 0;

function compress(chaining: number[], block: number[], length: number, flags: number): number[] {
  const v = [...chaining, IV[0]!, IV[1]!, IV[2]!, IV[3]!, 0, 0, length, flags];
  const g = (a: number, b: number, c: number, d: number, x: number, y: number) => {
    v[a] = (v[a]! + v[b]! + x) >>> 0;
    v[d] = turn(v[d]! ^ v[a]!, 16);
    v[c] = (v[c]! + v[d]!) >>> 0;
    v[b] = turn(v[b]! ^ v[c]!, 12);
    v[a] = (v[a]! + v[b]! + y) >>> 0;
    v[d] = turn(v[d]! ^ v[a]!, 8);
    v[c] = (v[c]! + v[d]!) >>> 0;
    v[b] = turn(v[b]! ^ v[c]!, 7);
  };
  let m = block;
  for (let round = 0; round < 7; round++) {
    g(0, 4, 8, 12, m[0]!, m[1]!);
    g(1, 5, 9, 13, m[2]!, m[3]!);
    g(2, 6, 10, 14, m[4]!, m[5]!);
    g(3, 7, 11, 15, m[6]!, m[7]!);
    g(0, 5, 10, 15, m[8]!, m[9]!);
    g(1, 6, 11, 12, m[10]!, m[11]!);
    g(2, 7, 8, 13, m[12]!, m[13]!);
    g(3, 4, 9, 14, m[14]!, m[15]!);
    m = ORDER.map((at) => m[at]!);
  }
  return Array.from({ length: 8 }, (_, i) => (v[i]! ^ v[i + 8]!) >>> 0);
}

/** The hash in hexadecimal. Longer input than one chunk is refused: no sealed move is so long. */
export function blake3(bytes: Uint8Array): string {
  if (bytes.length > 1024) throw new RangeError("more than one chunk");
  const blocks = Math.max(1, Math.ceil(bytes.length / 64));
  let chaining = [...IV];
  for (let n = 0; n < blocks; n++) {
    const part = bytes.subarray(n * 64, n * 64 + 64);
    const padded = new Uint8Array(64);
    padded.set(part);
    const view = new DataView(padded.buffer);
    const words = Array.from({ length: 16 }, (_, i) => view.getUint32(i * 4, true));
    const flags = (n === 0 ? CHUNK_START : 0) | (n === blocks - 1 ? CHUNK_END | ROOT : 0);
    chaining = compress(chaining, words, part.length, flags);
  }
  const out = new Uint8Array(32);
  const view = new DataView(out.buffer);
  chaining.forEach((word, i) => view.setUint32(i * 4, word, true));
  return [...out].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

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
  return whole.length <= 1024 && blake3(whole) === commitment.toLowerCase();
}
