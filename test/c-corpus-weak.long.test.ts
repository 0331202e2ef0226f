import { ARM64, RC11, exploreByAxioms } from '@fencepost/axioms';
import type { Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import type { GraphExploration } from '@fencepost/explore';
import { exploreGraphs } from '@fencepost/explore';
import { followingRetries } from '@fencepost/testing';
import { describe, expect, it } from 'vitest';
import { load } from '../corpus/run.js';
import { title } from '../corpus/title.js';
import { expectations } from '../corpus/weak/expectations.js';
import { canCompile } from '@fencepost/testing/compiled';

// What every second program of corpus/weak does under RC11 and ARMv8, found twice: by enumerating what the axioms allow, and by the
// graph explorer, which shares only the program with it. Only the explorer leaves out retries, unless it is told not to.

const TIMEOUT = 600_000;
const sampled = expectations.filter((_, i) => i % 2 === 0);

describe.skipIf(!canCompile).each([RC11, ARM64])(
  'programs for weak models under $name',
  { timeout: TIMEOUT },
  (model) => {
    const name = model.name as 'rc11' | 'arm64';
    const explore = (program: Program): GraphExploration =>
      withRestarts(() => exploreGraphs(new LocalStates(program), { model: name }), program);

    it('behave as expected by the axioms, and as the explorer finds', async () => {
      const wrong: string[] = [];
      for (const expectation of sampled) {
        if (expectation.expect[name] === undefined) continue;
        const { verdict, executions, failure } = expectation.expect[name];
        const program = await load('weak', expectation);
        const found = withRestarts(() => exploreByAxioms(new LocalStates(program), model), program);
        const kinds = [...new Set(found.failures.map(({ kind }) => kind))].sort();
        const isExpected =
          verdict === (kinds.length > 0 ? 'failing' : 'safe') &&
          (executions === undefined || executions === explore(program).executions) &&
          (failure === undefined || kinds.includes(failure.kind));
        const graphs = explore(followingRetries(program));
        const told = new Set(graphs.failures.map(({ kind }) => kind));
        if (graphs.racy > 0) told.add('data race');
        const isFound = graphs.executions === found.executions && String([...told].sort()) === String(kinds);
        if (!isExpected) wrong.push(`${title('weak', expectation)}: ${found.executions} executions, ${String(kinds)}`);
        if (!isFound) wrong.push(`${title('weak', expectation)}: explored ${graphs.executions}, ${String([...told])}`);
      }
      expect(wrong).toEqual([]);
    });
  },
);
