/** The same words with room for `needed`, and for as many again. */
export function grown(words: Int32Array, needed: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(needed, 2 * words.length));
  larger.set(words);
  return larger;
}
