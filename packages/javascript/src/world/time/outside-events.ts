import { recording } from './segments.js';

/** An event that is expected. */
interface Expected {
  /** The ways in which it can arrive. */
  readonly ways: readonly (() => void)[];
  /** Number of the last segment that ran though this event came before it in the list. */
  passedOver: number;
}

/**
 * Events whose cause lies outside the program: the answer of a service, the arrival of a request. Each arrives after it
 * was expected, at any moment and in any order.
 */
export class OutsideEvents {
  private readonly expected: Expected[] = [];
  /** Whether the current segment is an outside event, and no other work could have come first. */
  private isAlone = false;
  /** Number of the last segment that passed over the event of the current one. */
  private passedOver = 0;

  get size(): number {
    return this.expected.length;
  }

  /** Number of ways in which the next event can arrive. */
  get options(): number {
    let options = 0;
    for (const { ways } of this.expected) options += ways.length;
    return options;
  }

  /** Expects an event that arrives in one of these ways. */
  expect(...ways: readonly (() => void)[]): void {
    this.expected.push({ ways, passedOver: 0 });
  }

  /**
   * Removes one event, by its number among all ways in which the next event can arrive. Events before it are passed over
   * by this segment. `isAlone`: whether the loop has no other work.
   */
  take(option: number, isAlone: boolean): () => void {
    const segment = recording.segments?.now ?? 0;
    let way = option;
    let position = 0;
    for (; way >= this.expected[position]!.ways.length; position++) {
      way -= this.expected[position]!.ways.length;
      this.expected[position]!.passedOver = segment;
    }
    const { ways, passedOver } = this.expected.splice(position, 1)[0]!;
    this.isAlone = isAlone;
    this.passedOver = passedOver;
    return ways[way]!;
  }

  beginSegment(): void {
    this.isAlone = false;
    this.passedOver = 0;
    recording.segments?.begin();
  }

  /** Called when it is known what runs in the segment: only outside events can change places. */
  settleSegment(): void {
    if (!this.isAlone) recording.segments?.everything();
  }

  /**
   * Ends a segment. Returns true if an earlier segment passed over its event, and it depends on nothing since then: the
   * execution in which it came before that segment has the same results. `goesOn`: whether its work is not finished.
   */
  endSegment(goesOn: boolean): boolean {
    const { segments } = recording;
    if (segments === undefined) return false;
    if (goesOn) segments.everything();
    return this.passedOver > segments.last;
  }

  clear(): void {
    this.expected.length = 0;
  }
}
