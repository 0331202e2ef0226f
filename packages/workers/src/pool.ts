import { deferred } from './deferred.js';
import type { Outcome } from './job.js';
import type { Entry, JobThreadOptions } from './job-thread.js';
import { JobThread } from './job-thread.js';
import { watchMemory } from './memory.js';
import { STOP_MS } from './periods.js';
import type { Begun, OnProgress, Runner, Skipped } from './runner.js';

/** Runs tasks in parallel on threads. */
export class Pool<Task, Result, Progress = never> implements Runner<Task, Result, Progress> {
  private readonly entry: Entry;
  private readonly options: JobThreadOptions;
  private isStopped = false;
  /** The threads. Each is started with its first task, or with the next one after it was ended. */
  private readonly members: (JobThread<Task, Result, Progress> | undefined)[];
  /** The tasks of each member in the latest run. */
  private had: readonly number[][];
  private readonly ignoreMemory: (() => void) | undefined;

  constructor(entry: Entry, jobs: number, options: JobThreadOptions = {}) {
    if (!Number.isInteger(jobs) || jobs < 1) throw new RangeError(`there are ${jobs} threads to use`);
    this.entry = entry;
    // Flags of the process do not apply to threads.
    this.options = { execArgv: [], ...options };
    this.members = Array.from({ length: jobs }, () => undefined);
    this.had = this.members.map(() => []);
    const { megabytes } = options;
    // It is not known which thread uses the memory, so all are ended. Further tasks start in new threads.
    if (megabytes !== undefined) {
      this.ignoreMemory = watchMemory(megabytes, () => {
        for (const member of this.members) void member?.end('out-of-memory');
      });
    }
  }

  /**
   * A thread prefers tasks with the numbers it had in the previous run, because it may have cached something for them.
   */
  async *run(
    count: number,
    begin: (index: number) => Begun<Task> | undefined,
    onProgress: OnProgress<Progress> = () => undefined,
  ): AsyncGenerator<Outcome<Result, Progress> | Skipped, void, void> {
    const outcomes = Array.from({ length: count }, () => deferred<Outcome<Result, Progress> | Skipped>());
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
        await this.one(which, index, begin, onProgress).then(resolve, reject);
      }
    };
    for (const which of this.members.keys()) void work(which);
    for (const { promise } of outcomes) yield await promise;
  }

  stop(): void {
    this.isStopped = true;
    for (const member of this.members) member?.interrupt({ noticeMs: STOP_MS });
  }

  close(): void {
    this.isStopped = true;
    this.ignoreMemory?.();
    for (const member of this.members) void member?.end();
  }

  private async one(
    which: number,
    index: number,
    begin: (index: number) => Begun<Task> | undefined,
    onProgress: OnProgress<Progress>,
  ): Promise<Outcome<Result, Progress> | Skipped> {
    const old = this.members[which];
    // The memory is free only after the thread has ended.
    if (old?.isOver === true) await old.end();
    if (this.isStopped) return { kind: 'skipped' };
    const begun = begin(index);
    if (begun === undefined) return { kind: 'skipped' };
    const { task: input, ...limits } = begun;
    const member = old?.isOver === false ? old : new JobThread<Task, Result, Progress>(this.entry, this.options);
    this.members[which] = member;
    return member.run({ input, ...limits, onProgress: (progress) => onProgress(index, progress) });
  }
}
