import { Influences } from './influences.js';
import { recording } from './segments.js';

/** An event that is expected. */
export interface Expected {
  /** The task to which it belongs. */
  readonly task: number;
  /** The ways in which it can arrive. */
  readonly ways: (() => void)[];
  /** Whether it is a call of a data structure: it can also arrive between two microtasks. */
  readonly isCall: boolean;
  /** Whether it can also arrive in one tick with others: no microtask runs between them. */
  together?: boolean;
  /** Number of the last segment that ran though this event came before it in the list. */
  passedOver: number;
}

/** Every task. */
const ANY = -1;

/**
 * Events whose cause lies outside the program: the answer of a service, the arrival of a request. Each arrives after it
 * was expected, at any moment and in any order.
 */
export class OutsideEvents {
  private readonly expected: Expected[] = [];
  /** Number of expected calls of a data structure; undefined if tasks make none. */
  calls: number | undefined;
  /** Number of calls that wait for an answer that never comes. Their connections keep the loop alive. */
  lost = 0;
  /** Whether the current segment is an outside event, and no other work could have come first. */
  private isAlone = false;
  /** Number of the last segment that passed over the event of the current one. */
  private passedOver = 0;
  /** Called after each job of a segment, and at the end of the segment, as a part of it. */
  afterEach: (() => void) | undefined;
  /** The task of the last event. */
  private taken = 0;
  /** Which tasks influence each other, if events of one can wait for those of others. */
  influences: Influences | undefined;

  get size(): number {
    return this.expected.length;
  }

  /** Number of ways in which the next event can arrive. */
  get options(): number {
    const { group } = this;
    let options = 0;
    for (const { ways, task } of this.expected) if ((task & group) !== 0) options += ways.length;
    return options;
  }

  /** The tasks of which one is next: those that run already, if they have not ended. */
  private get group(): number {
    const { influences, expected, taken } = this;
    if (influences === undefined || expected.length === 0) return ANY;
    const group = influences.groupOf(taken);
    if (expected.some(({ task }) => (task & group) !== 0)) return group;
    const first = expected.find(({ task }) => !influences.areLast(task)) ?? expected[0]!;
    return influences.groupOf(first.task);
  }

  /** Expects an event that arrives in one of these ways. It belongs to the task of the current segment. */
  expect(...ways: (() => void)[]): Expected {
    return this.add(ways, false);
  }

  /** The event no longer arrives. The current segment must depend on what happens otherwise, and the other way round. */
  drop(event: Expected): void {
    const at = this.expected.indexOf(event);
    if (at >= 0) this.expected.splice(at, 1);
  }

  /** Expects the beginning of a task; `number`: that of its declaration. */
  expectTask(number: number, begin: () => void): void {
    const { calls } = this;
    this.expected.push({ task: Influences.of(number), ways: [begin], passedOver: 0, isCall: calls !== undefined });
    if (calls !== undefined) this.calls = calls + 1;
  }

  /** Tasks make calls of a data structure. A task begins with its first call. */
  expectCalls(): void {
    this.calls = 0;
  }

  /** Expects the next call of a task. */
  expectCall(begin: () => void): void {
    this.add([begin], true);
    this.calls!++;
  }

  private add(ways: Expected['ways'], isCall: boolean): Expected {
    const { task } = recording.segments ?? { task: 0 };
    const event = { task: task === 0 ? ANY : task, ways, passedOver: 0, isCall };
    this.expected.push(event);
    return event;
  }

  /** Lets expected calls begin within the current segment: no other segment changes places with it. */
  beginCalls(choose: (options: number) => number): void {
    for (;;) {
      const option = this.calls === undefined || this.calls === 0 ? 0 : choose(this.calls + 1);
      if (option === 0) return;
      recording.segments?.everything();
      const call = this.expected.filter(({ isCall }) => isCall)[option - 1]!;
      this.drop(call);
      this.calls!--;
      call.ways[0]!();
    }
  }

  /** Lets an expected event that can arrive together with the current one arrive within its segment. */
  joinAnother(choose: (options: number) => number): void {
    const { group, expected } = this;
    const joining = expected.filter(({ together, task }) => together === true && (task & group) !== 0);
    const ways = joining.flatMap((event) => event.ways.map((way) => ({ event, way })));
    const option = ways.length === 0 ? 0 : choose(1 + ways.length);
    if (option === 0) return;
    // No other segment changes places with this one.
    recording.segments?.everything();
    const { event, way } = ways[option - 1]!;
    this.drop(event);
    way();
  }

  /**
   * Removes one event, by its number among all ways in which the next event can arrive. Events before it are passed over
   * by this segment. `isAlone`: whether the loop has no other work.
   */
  take(option: number, isAlone: boolean): () => void {
    const { segments } = recording;
    const { group } = this;
    let way = option;
    let position = 0;
    for (; ; position++) {
      const event = this.expected[position]!;
      if ((event.task & group) === 0) continue;
      if (way < event.ways.length) break;
      way -= event.ways.length;
      event.passedOver = segments?.now ?? 0;
    }
    const { task, ways, passedOver, isCall } = this.expected.splice(position, 1)[0]!;
    if (isCall) this.calls!--;
    if (segments !== undefined) segments.task = task;
    this.taken = task;
    this.isAlone = isAlone;
    this.passedOver = passedOver;
    return ways[way]!;
  }

  beginSegment(): void {
    this.isAlone = false;
    this.passedOver = 0;
    recording.segments?.begin();
  }

  /** Called when it is known that something runs in the segment: only outside events can change places. */
  settleSegment(): void {
    if (this.isAlone) return;
    recording.segments?.everything();
    this.influences?.joinAll();
  }

  /** Runs a segment. What it shows about tasks also counts if it fails. */
  segment(run: () => void): void {
    try {
      run();
      this.afterEach?.();
    } finally {
      this.learn();
    }
  }

  /** Restarts the search if the segment shows that tasks influence each other, and that was not known. */
  private learn(): void {
    const { segments } = recording;
    if (segments === undefined || segments.met === 0) return;
    this.influences?.join(segments.met | segments.task);
  }

  /** The current segment ends the execution by a failure. */
  fails(): void {
    const task = recording.segments?.task ?? 0;
    if (task !== 0 && this.expected.length > 0) this.influences?.fail(task);
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
    this.lost = 0;
    if (this.calls !== undefined) this.calls = 0;
    this.taken = 0;
  }
}
