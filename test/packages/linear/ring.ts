/** What ringbuf.js and its copies have in common. */
export interface Elements {
  push(elements: Int32Array): number;
  pop(elements: Int32Array): number;
}

/** One element at a time, by value. */
export class OneByOne {
  readonly #ring: Elements;
  constructor(ring: Elements) {
    this.#ring = ring;
  }
  push(value: number): boolean {
    return this.#ring.push(Int32Array.of(value)) === 1;
  }
  pop(): number | undefined {
    const element = new Int32Array(1);
    return this.#ring.pop(element) === 1 ? element[0] : undefined;
  }
}

/** For one producer and one consumer. */
export const ROLES = { producer: ['push'], consumer: ['pop'] };
