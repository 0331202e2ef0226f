/** At least `length` words, the old ones kept; doubling, so that growing step by step stays cheap. */
export function grown(words: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(Math.max(length, 2 * words.length));
  wider.set(words);
  return wider;
}
