import { fromInstructions } from '@fencepost/core';
import type { InstructionProgram } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { Effort, FENCES_AFTER_STORES, findRepair } from '../../src/index.js';
import { withSites } from './brute-force.js';

/** Store buffering in a circle of threads. */
function circle(threads: number): InstructionProgram {
  return withSites({
    name: 'circle',
    threads: Array.from({ length: threads }, (_, i) => ({
      name: `T${i}`,
      instructions: [
        { op: 'store', address: i, value: 1 },
        { op: 'load', to: 0, address: (i + 1) % threads },
      ],
    })),
  });
}

function repaired(operations: number) {
  const effort = new Effort({ operations, programs: 1 });
  const found = findRepair([fromInstructions(circle(5))], {
    ...{ models: ['tso'], goal: 'robust', candidates: FENCES_AFTER_STORES, effort },
  });
  return { found, spent: operations - effort.operationsLeft };
}

describe('the effort for a repair', () => {
  const { found, spent } = repaired(1_000_000);

  it('is counted, and the same each time', () => {
    expect(found.outcome === 'repaired' && found.repairs.length).toBe(5);
    expect(spent).toBeGreaterThan(500);
    expect(repaired(1_000_000).spent).toBe(spent);
  });

  it('is all that is done', () => {
    expect(repaired(spent).found.outcome).toBe('repaired');
    for (const most of [1, 100, Math.floor(spent / 2)]) {
      const { found: less, spent: some } = repaired(most);
      expect(less.outcome).toBe('stopped');
      // An execution, and what is learned of it, is not left half done.
      expect(some).toBeLessThan(most + 400);
    }
  });

  it('ends with the last program that may be made', () => {
    const effort = new Effort({ operations: 1000, programs: 1 });
    effort.makesProgram();
    expect(effort.isSpent).toBe(false);
    effort.makesProgram();
    expect(effort.isSpent).toBe(true);
  });

  it('leaves as many executions as those before allow', () => {
    const effort = new Effort({ operations: 1000, programs: 1 });
    effort.explored(10, 200);
    expect(effort.executionsLeft).toBe(40);
  });
});
