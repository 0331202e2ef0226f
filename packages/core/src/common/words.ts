export function areSameWords(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && beginAlike(a, b, a.length);
}

/** Whether both have the same first `count` words. */
export function beginAlike(a: Int32Array, b: Int32Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Returns a hash of the first `count` words, combined with the number of their owner. */
export function hashOfWords(words: Int32Array, owner = 0, count = words.length): number {
  let h = owner ^ count;
  for (let i = 0; i < count; i++) h = Math.imul(h ^ words[i]!, 0x01000193) ^ (h >>> 15);
  return Math.imul(h ^ (h >>> 16), 0x85ebca6b) ^ (h >>> 13);
}
