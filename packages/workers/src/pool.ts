import { deferred } from './deferred.js';
import { Member } from './member.js';
import type { Outcome } from './protocol.js';
import type { Begun, OnNote, Runner } from './runner.js';
import type { ThreadOptions } from './thread.js';

/** How long tasks may take to stop when asked to. */
const GRACE_MILLISECONDS = 500;

/** Runs tasks in parallel on worker threads. */
export class Pool<Task, Result, Note = never> implements Runner<Task, Result, Note> {
  private readonly entry: string | URL;
  private readonly options: ThreadOptions;
  private readonly flag = new Int32Array(new SharedArrayBuffer(4));
  /** Each is started with its first task, or with its next one after it was terminated. */
  private readonly members: (Member<Task, Result, Note> | undefined)[];
  /** The tasks of each member in the latest run. */
  private had: readonly number[][];
  private grace: NodeJS.Timeout | undefined;

  /** `entry`: a module that calls `serve`. */
  constructor(entry: string | URL, jobs: number, options: ThreadOptions = {}) {
    if (!Number.isInteger(jobs) || jobs < 1) throw new RangeError(`there are ${jobs} threads to use`);
    this.entry = entry;
    this.options = options;
    this.members = Array.from({ length: jobs }, () => undefined);
    this.had = this.members.map(() => []);
  }

  /**
   * A thread prefers tasks with the numbers it had in the previous run, because it may have cached something for them.
   */
  async *run(
    count: number,
    begin: (index: number) => Begun<Task> | undefined,
    onNote: OnNote<Note> = () => undefined,
  ): AsyncGenerator<Outcome<Result, Note>, void, void> {
    const outcomes = Array.from({ length: count }, () => deferred<Outcome<Result, Note>>());
    const taken = new Set<number>();
    const before = this.had;
    const had = this.members.map((): number[] => []);
    this.had = had;
    const work = async (which: number): Promise<void> => {
      for (const index of [...before[which]!, ...outcomes.keys()]) {
        if (index >= count || taken.has(index)) continue;
        taken.add(index);
        had[which]!.push(index);
        const { resolve, reject } = outcomes[index]!;
        await this.one(which, index, begin, onNote).then(resolve, reject);
      }
    };
    for (const which of this.members.keys()) void work(which);
    for (const { promise } of outcomes) yield await promise;
  }

  stop(): void {
    if (this.isStopped) return;
    Atomics.store(this.flag, 0, 1);
    this.grace = setTimeout(() => this.endAll('stop'), GRACE_MILLISECONDS);
  }

  close(): void {
    Atomics.store(this.flag, 0, 1);
    clearTimeout(this.grace);
    this.endAll('stop');
  }

  /** Ends the running tasks. Further tasks start in new threads, unless the pool is stopped. */
  endAll(why: 'stop' | 'memory'): void {
    for (const member of this.members) member?.end(why);
  }

  private async one(
    which: number,
    index: number,
    begin: (index: number) => Begun<Task> | undefined,
    onNote: OnNote<Note>,
  ): Promise<Outcome<Result, Note>> {
    const old = this.members[which];
    await old?.gone;
    if (this.isStopped) return { kind: 'skipped' };
    const begun = begin(index);
    if (begun === undefined) return { kind: 'skipped' };
    const { task, deadline = Infinity } = begun;
    const member =
      old?.isOver === false ? old : new Member<Task, Result, Note>(this.entry, { stop: this.flag }, this.options);
    this.members[which] = member;
    return member.run(task, deadline, (note) => onNote(index, note));
  }

  private get isStopped(): boolean {
    return Atomics.load(this.flag, 0) !== 0;
  }
}
