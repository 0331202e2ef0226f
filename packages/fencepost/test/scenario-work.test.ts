import { join } from 'node:path';
import type { Program } from '@fencepost/core';
import { checkProgram } from '@fencepost/check';
import { defaultsOf } from '@fencepost/options';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { loadPrograms } from '../src/load/programs.js';
import { LOAD } from '../src/options/load.js';
import { ThreadSteps } from './thread-steps.js';

// A thread that was run again for each scenario would do the same: its runs are counted.

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples');
const OPTIONS = defaultsOf(LOAD);

afterEach(() => {
  vi.restoreAllMocks();
});

async function structure(file: string): Promise<Program> {
  return (await loadPrograms(join(EXAMPLES, file), OPTIONS))[0]!.program;
}

describe('the steps of a thread for its calls', { timeout: 240_000 }, () => {
  it.each(['typescript/ring-scenarios.check.ts', ...(canCompile ? ['c/ring-scenarios.c'] : [])])(
    'is found out once, for all scenarios and models: %s',
    async (file) => {
      const each = new ThreadSteps(false);
      const expected = checkProgram(await structure(file), { models: ['sc'] });
      vi.restoreAllMocks();
      const known = new ThreadSteps(true);
      const program = await structure(file);
      const found = checkProgram(program, { models: ['sc'] });
      expect(found.map(({ executions }) => executions)).toEqual(expected.map(({ executions }) => executions));
      const once = known.count;
      expect(once).toBeGreaterThan(0);
      expect(each.count).toBeGreaterThan(1.5 * once);
      // As another model, in which threads read nothing else.
      checkProgram(program, { models: ['sc'] });
      expect(known.count).toBe(once);
    },
  );
});
