import type { AxiomaticModel, Execution } from '@fencepost/axioms';
import { AARCH64, ARM64, RC11, RC11_2017, SC, consistentExecutions, toAArch64 } from '@fencepost/axioms';
import { describe, expect, it } from 'vitest';
import { shorthand } from './programs.js';

const PROGRAMS = [
  'x=1; r0=x || x=2; r0=x',
  'x=1; x=2 || r0=x; r1=x; x=3',
  'r0=x+1 || r0=x<-5; r1=x || x=7',
  'r0=x; x=1 || r0=x; x=2',
  'r0=cas x 0 1 sc acq; r1=x || r0=cas x 0 2 ar rlx; x=3',
];

function keyOf({ events, rf, co }: Execution): string {
  return JSON.stringify([events.length, rf.pairs(), co.pairs()]);
}

describe('executions that are excluded from the start', () => {
  it.each([SC, RC11, RC11_2017, AARCH64, ARM64])('are those that $name forbids', (model) => {
    const everything: AxiomaticModel = { ...model, enumeration: () => 'all' };
    for (const text of PROGRAMS) {
      const program = model.splitsAtomics ? toAArch64(shorthand(text), 'acquire') : shorthand(text);
      const [some, all] = [model, everything].map((one) =>
        Array.from(consistentExecutions(program, one), keyOf).sort(),
      );
      expect({ text, executions: some }).toEqual({ text, executions: all });
    }
  });
});

it('a value that would cause itself is excluded', () => {
  const copy = (from: number, to: number) => ({
    instructions: [
      { op: 'load', to: 'r', address: from, order: 'plain' },
      { op: 'store', address: to, value: { register: 'r' }, order: 'plain' },
    ] as const,
    registers: new Map<string, number>(),
  });
  const program = { threads: [copy(0, 1), copy(1, 0)], memory: new Map([[0, 0], [1, 0]]) }; // prettier-ignore
  const anything: AxiomaticModel = { ...SC, enumeration: () => 'all', isConsistent: () => true };
  const cyclic = [...consistentExecutions(program, anything)].filter(({ po, rf }) => !po.union(rf).isAcyclic());
  expect(cyclic).toEqual([]);
});
