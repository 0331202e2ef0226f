import type { ModelName } from '../models/index.js';
import { isJudged, lowering, machineOf, modelNamed } from '../models/index.js';
import { DIRECT, DRAIN_ALL, DRAIN_LOCATION, STORE_STORE } from '../models/lowering.js';
import { JOIN, SPAWN, STORE } from '../operations/operation.js';
import { lineariseHistory } from './linearise-history.js';
import type { Schedule, Step } from './schedule.js';
import type { Trace } from './trace.js';

/**
 * The time when stores reach memory: as late as possible, which shows every possible delay, or as early as possible.
 */
export type Commits = 'late' | 'early';

/**
 * Returns a schedule of the model's store-buffer machine whose execution has this trace. Every event is a step of its
 * thread, and every buffered store is also a commit. The trace and the rules of the model constrain their order; any
 * order that respects these constraints is valid. Returns undefined if there is none: the trace does not belong to the
 * model. Models without a machine have no store buffers: their schedules are those of the machine with history.
 */
export function linearise(trace: Trace, model: ModelName, commits: Commits = 'late'): Schedule | undefined {
  if (isJudged(modelNamed(model))) return lineariseHistory(trace);
  return sorted(trace, new Constraints(trace, model), commits);
}

/** Steps are numbered: i is event i itself, n + i the commit of the buffered store i (n events). */
class Constraints {
  readonly after: number[][];
  readonly incoming: Int32Array;
  private readonly trace: Trace;
  private readonly table: Int32Array;
  /** Whether the stores of a thread reach memory in order. */
  private readonly isFifo: boolean;
  private readonly byThread = new Map<number, number[]>();

  constructor(trace: Trace, model: ModelName) {
    this.trace = trace;
    this.table = lowering(model);
    this.isFifo = machineOf(model).buffers === 'thread';
    const n = trace.events.length;
    this.after = Array.from({ length: 2 * n }, () => []);
    this.incoming = new Int32Array(2 * n);
    trace.events.forEach((event, i) => {
      const row = this.byThread.get(event.thread);
      if (row === undefined) this.byThread.set(event.thread, [i]);
      else row.push(i);
    });
    for (const row of this.byThread.values()) this.addThread(row);
    this.addCommunication();
  }

  isBuffered(i: number): boolean {
    const { states } = this.trace;
    const { state } = this.trace.events[i]!;
    return states.kind[state] === STORE && (this.table[states.code[state]!]! & DIRECT) === 0;
  }

  /** Returns the step with which the write of event i reaches memory. */
  private commitOf(i: number): number {
    return this.isBuffered(i) ? this.trace.events.length + i : i;
  }

  private add(from: number, to: number): void {
    this.after[from]!.push(to);
    this.incoming[to]!++;
  }

  private addThread(row: readonly number[]): void {
    const { states, events } = this.trace;
    /** The thread's earlier buffered stores. `fenced`: how many of them precede the last store-store fence. */
    const stores: number[] = [];
    let fenced = 0;
    row.forEach((i, position) => {
      if (position > 0) this.add(row[position - 1]!, i);
      const { state } = events[i]!;
      const kind = states.kind[state]!;
      const location = states.location[state]!;
      const flags = this.table[states.code[state]!]!;
      if ((flags & STORE_STORE) !== 0) fenced = stores.length;
      const sameLocation = (j: number): boolean => states.location[events[j]!.state] === location;
      stores.forEach((j, k) => {
        const drains = (flags & DRAIN_ALL) !== 0 || ((flags & DRAIN_LOCATION) !== 0 && (k < fenced || sameLocation(j)));
        if (drains) this.add(this.commitOf(j), i);
        if (this.isBuffered(i) && (this.isFifo || k < fenced || sameLocation(j))) {
          this.add(this.commitOf(j), this.commitOf(i));
        }
      });
      if (this.isBuffered(i)) {
        this.add(i, this.commitOf(i));
        stores.push(i);
      }
      if (kind === SPAWN) {
        const first = this.byThread.get(states.operand[state]!)?.[0];
        if (first !== undefined) this.add(i, first);
      }
      if (kind === JOIN) {
        for (const j of this.byThread.get(states.operand[state]!) ?? []) this.add(this.commitOf(j), i);
      }
    });
  }

  private addCommunication(): void {
    const { events, states } = this.trace;
    const coherence = coherenceOfAll(this.trace);
    const overwriting = new Map<number, number>();
    for (const row of coherence) {
      for (let k = 1; k < row.length; k++) {
        overwriting.set(row[k - 1]!, row[k]!);
        this.add(this.commitOf(row[k - 1]!), this.commitOf(row[k]!));
      }
    }
    events.forEach(({ source, state, thread }, i) => {
      if (source === undefined) return;
      if (source >= 0 && events[source]!.thread !== thread) this.add(this.commitOf(source), i);
      const next = source >= 0 ? overwriting.get(source) : coherence[states.location[state]!]?.[0];
      if (next !== undefined && next !== i) this.add(i, this.commitOf(next));
    });
  }
}

/**
 * Returns the coherence order, including stores that had not reached memory when the execution was cut off. They come
 * last, as no other thread has seen them.
 */
function coherenceOfAll({ states, events, coherence }: Trace): readonly (readonly number[])[] {
  const rows = Array.from({ length: states.locations.count }, (_, location) => [...(coherence[location] ?? [])]);
  const committed = new Set(coherence.flat());
  events.forEach(({ state, wrote }, i) => {
    if (wrote !== undefined && !committed.has(i)) rows[states.location[state]!]!.push(i);
  });
  return rows;
}

/** Returns a topological order that switches threads only when necessary. */
function sorted(trace: Trace, constraints: Constraints, commits: Commits): Schedule | undefined {
  const n = trace.events.length;
  const { handles } = trace.states.threads;
  const ready = new Set<number>();
  trace.events.forEach((_, i) => constraints.incoming[i] === 0 && ready.add(i));
  const schedule: Step[] = [];
  const pending = new Map<number, number[]>();
  let left = n;
  trace.events.forEach((_, i) => constraints.isBuffered(i) && left++);
  for (let thread = -1; ready.size > 0; left--) {
    const step = choose(ready, trace, thread, commits);
    ready.delete(step);
    const event = step % n;
    thread = trace.events[event]!.thread;
    const handle = handles[thread]!;
    const buffer = pending.get(thread) ?? [];
    pending.set(thread, buffer);
    if (step < n) {
      schedule.push({ kind: 'run', thread: handle, choice: 0 });
      if (constraints.isBuffered(step)) buffer.push(step);
    } else {
      const rank = buffer.indexOf(event);
      schedule.push({ kind: 'commit', thread: handle, rank });
      buffer.splice(rank, 1);
    }
    for (const to of constraints.after[step]!) {
      constraints.incoming[to]!--;
      if (constraints.incoming[to] === 0) ready.add(to);
    }
  }
  return left === 0 ? schedule : undefined;
}

function choose(ready: ReadonlySet<number>, trace: Trace, thread: number, commits: Commits): number {
  const n = trace.events.length;
  const owner = (step: number): number => trace.events[step % n]!.thread;
  const isCommit = (step: number): boolean => step >= n;
  const rate = (step: number): number =>
    (isCommit(step) === (commits === 'late') ? 2 : 0) + (owner(step) === thread ? 0 : 1);
  let best: number | undefined;
  for (const step of ready) if (best === undefined || rate(step) < rate(best)) best = step;
  return best!;
}
