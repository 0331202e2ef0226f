import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Ended, Job } from '../src/index.js';
import { JobThread, LocalJobs } from '../src/index.js';

interface Input {
  readonly does?: string;
  readonly value: number;
}

const FILE = join(import.meta.dirname, 'fixtures', 'worker.js');
let thread: JobThread<Input, unknown, unknown>;
afterEach(() => thread.end());

const started = (options?: ConstructorParameters<typeof JobThread>[1]): typeof thread =>
  (thread = new JobThread({ file: FILE, handler: 'of this name' }, { execArgv: [], ...options }));

/** Until the job has begun. */
async function begun(job: Job<Input, unknown>): Promise<ReturnType<typeof thread.run>[]> {
  let outcome: ReturnType<typeof thread.run> | undefined;
  await new Promise<void>((resolve) => {
    outcome = thread.run({ ...job, onProgress: () => resolve() });
  });
  return [outcome!];
}

describe('a thread for jobs', () => {
  it('has the handler that it was started for', async () => {
    expect(await started().run({ input: { does: 'name', value: 1 } })).toEqual({
      kind: 'done',
      result: 'of this name',
    });
  });

  const ENDS: readonly (readonly [does: string, kind: Ended<unknown>['kind'], limits: object, options: object])[] = [
    ['throw later', 'failed', {}, {}],
    ['hang', 'timeout', { deadline: performance.now() + 2000 }, {}],
    ['eat', 'out-of-memory', {}, { resourceLimits: { maxOldGenerationSizeMb: 32 } }],
    ['hang', 'out-of-memory', { megabytes: 1 }, {}],
    ['exit', 'exited', {}, {}],
    ['await nothing', 'stuck', {}, {}],
  ];
  it.each(ENDS)('that does this is ended, and over: %s, %s', async (does, kind, limits, options) => {
    started(options);
    expect((await thread.run({ input: { does, value: 1 }, ...limits })).kind).toBe(kind);
    expect(thread.isOver).toBe(true);
    // It does nothing any more, and says why.
    expect((await thread.run({ input: { value: 2 } })).kind).toBe(kind);
  });

  it('postpones the deadline of a job that gets somewhere, until it does not', async () => {
    started();
    await thread.run({ input: { value: 0 } });
    let asked = 0;
    let { beat } = thread;
    const postponed = (): number | undefined => {
      asked++;
      if (thread.beat === beat) return undefined;
      ({ beat } = thread);
      return performance.now() + 1500;
    };
    const outcome = await thread.run({
      input: { does: 'beat', value: 1 },
      deadline: performance.now() + 300,
      postponed,
    });
    expect(outcome).toEqual({ kind: 'done', result: 1 });
    expect(asked).toBeGreaterThan(0);
    asked = 0;
    const hanging = thread.run({ input: { does: 'hang', value: 2 }, deadline: performance.now() + 150, postponed });
    expect((await hanging).kind).toBe('timeout');
    expect(asked).toBeGreaterThan(0);
  });

  it('sends messages to a job, for which it waits', async () => {
    started();
    const [outcome] = await begun({ input: { does: 'listen', value: 2 } });
    thread.send(3);
    expect(await outcome).toEqual({ kind: 'done', result: 5 });
  });

  it('gives up one that does not notice that it is to stop, and lets one answer that does', async () => {
    started();
    const [waiting] = await begun({ input: { does: 'wait to be stopped', value: 1 } });
    thread.interrupt({ noticeMs: 5000 });
    expect(await waiting).toEqual({ kind: 'done', result: 1 });
    const [hanging] = await begun({ input: { does: 'hang', value: 2 } });
    const since = performance.now();
    thread.interrupt({ noticeMs: 100, answerMs: 60_000 });
    expect((await hanging)!.kind).toBe('interrupted');
    expect(performance.now() - since).toBeLessThan(20_000);
  });

  it('gives up one that notices that it is to stop, and goes on', async () => {
    started();
    const [listening] = await begun({ input: { does: 'listen', value: 1 } });
    thread.interrupt({ noticeMs: 60_000, answerMs: 100 });
    expect((await listening)!.kind).toBe('interrupted');
  });

  it('is ended at once if no job waits', async () => {
    started();
    const [hanging] = await begun({ input: { does: 'hang', value: 1 } });
    thread.interrupt({ noticeMs: 0 });
    expect((await hanging)!.kind).toBe('interrupted');
  });
});

describe('jobs in this thread', () => {
  it('cannot be ended, but are no longer waited for', async () => {
    const told: number[] = [];
    let go = (): void => undefined;
    const jobs = new LocalJobs<number, number, number>(async (value, { tell, stopped }) => {
      tell(value);
      await new Promise<void>((resolve) => (go = resolve));
      tell(stopped() ? 100 : 0);
      return value;
    });
    const outcome = jobs.run({ input: 7, onProgress: (each) => told.push(each) });
    jobs.interrupt({ noticeMs: 0 });
    expect(await outcome).toEqual({ kind: 'interrupted', progress: undefined });
    go();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(told).toEqual([7]);
  });
});
