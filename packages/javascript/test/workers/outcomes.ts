import { endsOf, explore, programsIn } from '../check/explored.js';

type Files = Readonly<Record<string, string>>;

/** Returns the texts that the thread `a` returns, over all executions, and the failures of threads. */
export async function outcomes(setUp: string, files: Files = {}): Promise<readonly string[]> {
  const [program] = await programsIn({
    'it.test.mts': `import { check } from 'fencepost';
      import { once } from 'node:events';
      import { BroadcastChannel, MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
      const file = new URL('./worker.mts', import.meta.url);
      check('it', (t) => {
        ${setUp}
        t.after(({ a }) => { throw new Error(String(a)); });
      });`,
    ...files,
  });
  const failed: string[] = [];
  const ends = endsOf(program!, (each) => {
    failed.push(...explore(each).failures.map(({ kind, message }) => `${kind}: ${message}`));
  });
  return [...ends, ...failed];
}
