/** At least `length` words, with the old content. Doubles the size, so that repeated growth stays cheap. */
export function grown(words: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(Math.max(length, 2 * words.length));
  wider.set(words);
  return wider;
}
