// A configuration under SC is determined by its events, the write each read from, and the order of the writes to each
// location: memory and local states follow. Linking each write to the one before it gives their order. So a
// configuration is a set of pairs (event, link), independent of the interleaving, and its hash is the sum of the hashes
// of the pairs: one addition per step keeps it current, and it is equal for equivalent prefixes.

/** One word of the hash of an event that read from, or wrote after, the write `link`. */
export function lowHash(event: number, link: number): number {
  return scrambled(scrambled((link + 0x3c6ef372) | 0) + Math.imul(event, 0x9e3779b1));
}

/** The other word: computed differently, so that the two do not collide together. */
export function highHash(event: number, link: number): number {
  return scrambled(scrambled((event + 0x1b873593) | 0) ^ Math.imul(link, 0x27d4eb2f));
}

/** The finaliser of MurmurHash3: each input bit flips each output bit with probability 1/2. */
function scrambled(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
