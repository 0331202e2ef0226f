/** A list of small numbers that grows. */
export class Words {
  private words = new Uint16Array(1 << 16);
  length = 0;

  push(word: number): void {
    if (word > 0xffff) throw new RangeError(`${word} is too large`);
    if (this.length === this.words.length) {
      const larger = new Uint16Array(2 * this.words.length);
      larger.set(this.words);
      this.words = larger;
    }
    this.words[this.length++] = word;
  }

  decrement(at: number): void {
    this.words[at]!--;
  }

  get all(): Uint16Array {
    return this.words.slice(0, this.length);
  }
}
