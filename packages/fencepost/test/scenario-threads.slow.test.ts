import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProgramCheck } from '@fencepost/check';
import { ScenarioTeam, checkProgram, runningCheck } from '@fencepost/check';
import { defaultsOf } from '@fencepost/options';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { helperThreads } from '../src/explorers/threads.js';
import type { ReferencedProgram } from '../src/load/loaded-program.js';
import { loadPrograms } from '../src/load/programs.js';
import { LOAD } from '../src/options/load.js';
import { watched } from '../src/run/watching.js';
import { ThreadSteps } from './thread-steps.js';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples', 'typescript');
const OPTIONS = defaultsOf(LOAD);
const MODELS = ['sc', 'arm64'] as const;

/** Accesses private state: nothing else may end the threads. */
interface Inside {
  readonly team: { readonly all?: readonly { readonly connection: { end(): void } }[] };
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Checks with threads from the moment at which they are ready; `ended`: one of them is ended at the second model. */
async function withThreads(loaded: ReferencedProgram, ended: boolean): Promise<readonly ProgramCheck[]> {
  const threads = new ScenarioTeam(helperThreads(loaded.reference), 2, 0);
  const stop = { reason: undefined };
  while (!threads.areReady) await new Promise((resolve) => setTimeout(resolve, 10));
  try {
    const check = runningCheck(loaded.program, { models: MODELS }, stop, undefined, undefined, threads);
    return await watched(check.run(), ({ model }) => {
      if (ended && model === MODELS[1]) (threads as unknown as Inside).team.all![1]!.connection.end();
    });
  } finally {
    threads.close();
  }
}

describe.skipIf(!existsSync(join(dirname(import.meta.dirname), 'dist', 'bundle', 'worker.js')))(
  'threads that check scenarios',
  { timeout: 120_000 },
  () => {
    it.each([
      ['ring-scenarios.check.ts', false],
      ['ring-producers.check.ts', false],
      ['ring-scenarios.check.ts', true],
    ])('find the same as one: %s, ended: %s', async (file, ended) => {
      const loaded = (await loadPrograms(join(EXAMPLES, file), OPTIONS))[0]!;
      const comparable = ({ seconds, ...rest }: ProgramCheck): object => ({ ...rest, hasTime: seconds >= 0 });
      const expected = checkProgram(loaded.program, { models: MODELS }).map(comparable);
      const here = new ThreadSteps(true);
      const again = (await loadPrograms(join(EXAMPLES, file), OPTIONS))[0]!;
      expect((await withThreads(again, ended)).map(comparable)).toEqual(expected);
      // What they have found is not found again here, unless one of them ends.
      expect(here.count > 0).toBe(ended);
    });
  },
);
