/** What a thread learns from the values that it loads in one state, and the first value of each kind. */
interface Learned {
  readonly learns: (value: number) => unknown;
  readonly first: Map<unknown, number>;
}

/** The loads after which a thread continues in the same way for several values (`Operation.learns`). */
export class LearnedValues {
  private readonly known = new Map<number, Learned>();

  note(state: number, learns: (value: number) => unknown): void {
    this.known.set(state, { learns, first: new Map() });
  }

  forget(state: number): void {
    this.known.delete(state);
  }

  /** Returns the value that stands for all those from which the thread learns the same in this state. */
  of(state: number, value: number): number {
    const learned = this.known.get(state);
    if (learned === undefined) return value;
    const { learns, first } = learned;
    const key = learns(value);
    const known = first.get(key);
    if (known === undefined) first.set(key, value);
    return known ?? value;
  }
}
