/** A set of pairs of small integers that is cleared in constant time. */
export class PairSet {
  private keys = new Int32Array(2 * 64);
  /** By slot: the round in which it was filled. Slots of other rounds are empty. */
  private rounds = new Int32Array(64);
  private round = 1;
  private size = 0;

  clear(): void {
    this.round++;
    this.size = 0;
  }

  /** Adds a pair. Returns false if it is already in the set. */
  add(a: number, b: number): boolean {
    const mask = this.rounds.length - 1;
    let i = hash(a, b) & mask;
    for (; this.rounds[i] === this.round; i = (i + 1) & mask) {
      if (this.keys[2 * i] === a && this.keys[2 * i + 1] === b) return false;
    }
    this.keys[2 * i] = a;
    this.keys[2 * i + 1] = b;
    this.rounds[i] = this.round;
    if (2 * ++this.size > this.rounds.length) this.grow();
    return true;
  }

  private grow(): void {
    const { keys, rounds, round } = this;
    this.keys = new Int32Array(2 * keys.length);
    this.rounds = new Int32Array(2 * rounds.length);
    this.clear();
    rounds.forEach((each, i) => {
      if (each === round) this.add(keys[2 * i]!, keys[2 * i + 1]!);
    });
  }
}

function hash(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
