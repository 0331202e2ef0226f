/**
 * Events whose cause lies outside the program: the answer of a service, the arrival of a request. Each arrives after it
 * was expected, at any moment and in any order.
 */
export class OutsideEvents {
  private readonly expected: (() => void)[] = [];

  get size(): number {
    return this.expected.length;
  }

  expect(arrive: () => void): void {
    this.expected.push(arrive);
  }

  /** Removes one event, by its position in the order in which they were expected. */
  take(position: number): () => void {
    return this.expected.splice(position, 1)[0]!;
  }

  clear(): void {
    this.expected.length = 0;
  }
}
