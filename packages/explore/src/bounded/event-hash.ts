// A configuration under SC is determined by its events, the write each read from, and the order of the writes to each
// location: memory and local states follow. The order of writes is known when each knows the one before it. So a
// configuration is a set of pairs (event, link), whatever the order in which it came about, and its hash is the sum of
// the hashes of the pairs: kept up to date by an addition a step, and equal for equivalent prefixes.

/** One word of the hash of an event that read from, or wrote after, the write `link`. */
export function lowHash(event: number, link: number): number {
  return scrambled(scrambled((link + 0x3c6ef372) | 0) + Math.imul(event, 0x9e3779b1));
}

/** The other: made differently, so that the two do not fail together. */
export function highHash(event: number, link: number): number {
  return scrambled(scrambled((event + 0x1b873593) | 0) ^ Math.imul(link, 0x27d4eb2f));
}

/** MurmurHash3's last step: every bit of the argument changes every bit of the result half of the time. */
function scrambled(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
