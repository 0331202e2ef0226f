export function areSameWords(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Of words that belong to something else, too: its number. */
export function hashOfWords(words: Int32Array, owner = 0): number {
  let h = owner ^ words.length;
  for (let i = 0; i < words.length; i++) h = Math.imul(h ^ words[i]!, 0x01000193) ^ (h >>> 15);
  return Math.imul(h ^ (h >>> 16), 0x85ebca6b) ^ (h >>> 13);
}
