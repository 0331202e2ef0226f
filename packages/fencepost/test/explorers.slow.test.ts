import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Random } from '@fencepost/core';
import type { CheckOptions, ProgramCheck } from '@fencepost/check';
import { Check, TaskDispatcher } from '@fencepost/check';
import { defaultsOf } from '@fencepost/options';
import { describe, expect, it } from 'vitest';
import { helperThreads } from '../src/explorers/threads.js';
import type { ReferencedProgram } from '../src/load/loaded-program.js';
import { loadPrograms } from '../src/load/programs.js';
import { LOAD } from '../src/options/load.js';
import { watched } from '../src/run/watching.js';
import { told } from '@fencepost/testing/told';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const OPTIONS = defaultsOf(LOAD);

async function loaded(file: string, flags: readonly string[]): Promise<ReferencedProgram> {
  return (await loadPrograms(join(ROOT, file), { ...OPTIONS, compiler: flags }))[0]!;
}

/** Accesses private state: nothing else may end the threads of a dispatcher. */
interface Inside {
  readonly team: { readonly all?: readonly { readonly connection: { end(): void } }[] };
}

/** Executions that threads have explored, as far as their answers came. */
let explored = 0;
/** Which part that was, of each check. */
const shares: number[] = [];

/** Checks with threads that explore from the first moment on; some of them are ended on the way. */
async function withThreads(loaded: ReferencedProgram, options: CheckOptions, seed: number): Promise<ProgramCheck[]> {
  const dispatcher = new TaskDispatcher(helperThreads(loaded.reference), 4, 0);
  const collect = dispatcher.collect.bind(dispatcher);
  dispatcher.collect = () => {
    const answers = collect();
    for (const { found } of answers) explored += found?.executions ?? 0;
    return answers;
  };
  const random = new Random(seed);
  const stop = { reason: undefined };
  try {
    const check = new Check(loaded.program, options, stop, undefined, dispatcher);
    return await watched(check.run(), () => {
      const { all = [] } = (dispatcher as unknown as Inside).team;
      if (random.next() < 0.02) all[Math.floor(3 * random.next())]?.connection.end();
    });
  } finally {
    dispatcher.close();
  }
}

const PROGRAMS: readonly (readonly [file: string, flags: readonly string[], options: CheckOptions])[] = [
  ['corpus/peers/lastzero.c', ['-DN=9'], {}],
  ['corpus/peers/inc.c', ['-DN=6'], { all: true }],
  ['corpus/peers/fib.c', ['-DN=3'], { all: true }],
  ['corpus/peers/sb.c', ['-DN=11', '-DCHECK'], {}],
  ['corpus/peers/msqueue.c', ['-DP=2'], { races: true, maxExecutions: 5000 }],
];

describe.skipIf(!existsSync(join(dirname(import.meta.dirname), 'dist', 'bundle', 'worker.js')))(
  'threads that explore',
  { timeout: 120_000 },
  () => {
    it.each(PROGRAMS)('say the same as one: %s %j', async (file, flags, options) => {
      const alone = new Check((await loaded(file, flags)).program, options, { reason: undefined });
      const checks = await watched(alone.run(), () => undefined);
      const executions = checks.reduce((sum, each) => sum + each.executions, 0);
      for (const seed of [1, 2]) {
        explored = 0;
        expect(told(await withThreads(await loaded(file, flags), options, seed))).toEqual(told(checks));
        // Each part is explored by one of them: an answer about one that was explored here meanwhile would be too many.
        expect(explored).toBeLessThanOrEqual(executions);
        shares.push(explored / executions);
      }
    });

    it('have done much of it', () => {
      // The search explores while they start.
      expect(Math.max(...shares)).toBeGreaterThan(0.1);
    });
  },
);
