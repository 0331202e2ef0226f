import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Outcome, Runner, Skipped } from '../src/index.js';
import { InProcess, Pool } from '../src/index.js';

interface Task {
  readonly does?: string;
  readonly value: number;
  readonly milliseconds?: number;
}
interface Progress {
  readonly begun: number;
}

const ENTRY = { file: join(import.meta.dirname, 'fixtures', 'worker.js') };
let pool: Pool<Task, number, Progress>;
afterEach(() => pool.close());

async function run(
  runner: Runner<Task, number, Progress>,
  tasks: readonly Task[],
  seconds = Infinity,
  onProgress?: (index: number, progress: Progress) => void,
): Promise<(Outcome<number, Progress> | Skipped)[]> {
  const outcomes: (Outcome<number, Progress> | Skipped)[] = [];
  const begin = (index: number): { task: Task; deadline: number } => ({
    task: tasks[index]!,
    deadline: performance.now() + 1000 * (tasks[index]!.does === undefined ? Infinity : seconds),
  });
  for await (const outcome of runner.run(tasks.length, begin, onProgress)) outcomes.push(outcome);
  return outcomes;
}

const done = (result: number): Outcome<number, Progress> => ({ kind: 'done', result });

describe('tasks that are not needed any more', () => {
  it.each([
    ['a pool', () => (pool = new Pool(ENTRY, 2))],
    ['one process', () => new InProcess<Task, number, Progress>(({ value }) => Promise.resolve(value))],
  ])('are skipped by %s', async (_, make) => {
    const outcomes = [];
    const begin = (value: number): { task: Task } | undefined => (value % 2 === 0 ? { task: { value } } : undefined);
    for await (const outcome of make().run(4, begin)) outcomes.push(outcome);
    expect(outcomes).toEqual([done(0), { kind: 'skipped' }, done(2), { kind: 'skipped' }]);
  });
});

describe('a pool', () => {
  it.each([1, 2, 3])('of %i gives results in the order of the tasks, with any timing', async (jobs) => {
    pool = new Pool(ENTRY, jobs);
    const tasks = Array.from({ length: 20 }, (_, value) => ({ value, milliseconds: (value * 7) % 20 }));
    expect(await run(pool, tasks)).toEqual(tasks.map(({ value }) => done(value)));
  });

  it('ends a task that does not end in time, and goes on with the others', async () => {
    pool = new Pool(ENTRY, 2);
    const tasks = [{ value: 1 }, { does: 'hang', value: 2 }, { value: 3 }, { value: 4 }, { value: 5 }];
    const outcomes = await run(pool, tasks, 3);
    const late = { kind: 'timeout', progress: { begun: 2 } };
    expect(outcomes).toEqual([done(1), late, done(3), done(4), done(5)]);
  });

  it('says which task ran out of memory, or ended its thread', async () => {
    pool = new Pool(ENTRY, 2, { resourceLimits: { maxOldGenerationSizeMb: 32 } });
    const tasks = [{ does: 'eat', value: 1 }, { value: 2 }, { does: 'exit', value: 3 }, { value: 4 }];
    expect(await run(pool, tasks)).toMatchObject([
      { kind: 'out-of-memory', progress: { begun: 1 } },
      done(2),
      { kind: 'exited', progress: { begun: 3 } },
      done(4),
    ]);
  });

  it('says which task had an error that nothing caught', async () => {
    pool = new Pool(ENTRY, 1);
    const [first, second] = await run(pool, [{ does: 'throw later', value: 1 }, { value: 2 }]);
    expect(first).toMatchObject({ kind: 'failed', error: { message: 'not caught' } });
    expect(second).toEqual(done(2));
  });

  it('throws the error of a handler', async () => {
    pool = new Pool(ENTRY, 2);
    await expect(run(pool, [{ value: 1 }, { does: 'throw', value: 2 }])).rejects.toThrow('thrown on purpose');
  });

  it('stops: tasks may end by themselves, are ended if they do not, and no other begins', async () => {
    pool = new Pool(ENTRY, 2);
    const tasks = [{ does: 'wait to be stopped', value: 1 }, { does: 'hang', value: 2 }, { value: 3 }, { value: 4 }];
    let begun = 0;
    const running = run(pool, tasks, Infinity, () => {
      if (++begun === 2) pool.stop();
    });
    expect(await running).toMatchObject([done(1), { kind: 'interrupted' }, { kind: 'skipped' }, { kind: 'skipped' }]);
  });

  it('gives a thread the tasks again that it had before', async () => {
    pool = new Pool(ENTRY, 2);
    const tasks = Array.from({ length: 6 }, (_, value) => ({ does: 'count', value }));
    expect(await run(pool, tasks)).toEqual(tasks.map(() => done(1)));
    expect(await run(pool, tasks)).toContainEqual(done(2));
  });
});

describe('in process', () => {
  it('runs tasks one after the other until it is stopped', async () => {
    const runner = new InProcess<Task, number, Progress>(({ value }) => {
      if (value === 2) runner.stop();
      return 10 * value;
    });
    const outcomes = await run(runner, [{ value: 1 }, { value: 2 }, { value: 3 }]);
    expect(outcomes).toEqual([done(10), done(20), { kind: 'skipped' }]);
  });
});
