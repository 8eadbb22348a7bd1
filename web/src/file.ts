/* What is in a file that somebody brings? Text, in one of two alphabets, or none. */

/** Text of a file: UTF-8, or what old programs wrote. */
export function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** How packed files begin. */
const PACKED = ["1f8b", "425a68", "504b0304", "28b52ffd", "fd377a585a", "377abcaf"];

/** What a file is that holds no text, and what to do about it. */
export function noText(bytes: Uint8Array): string | null {
  const start = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (PACKED.some((mark) => start.startsWith(mark))) return "packed: unpack it first. “jadoube audit” at the command line reads packed archives.";
  return bytes.subarray(0, 65_536).includes(0) ? "no text: expected PGN." : null;
}
