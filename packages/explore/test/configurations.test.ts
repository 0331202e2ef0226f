import type { FinalView, Instruction, InstructionProgram, MemoryOrder, Operation, Program } from '@fencepost/core';
import { LocalStates, fromInstructions, store } from '@fencepost/core';
import { randomProgram, show } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exploration } from '../src/index.js';
import { exploreConfigurations, exploreGraphs } from '../src/index.js';

/** The final states: the last local state of each thread, and memory if the program reads it at the end. */
function endsOf({ states, finals }: Exploration, memory: boolean): string[] {
  const ends = new Set<string>();
  for (const final of finals) {
    const local = states.threads.names.map((_, t) => final.local(t));
    const values = memory ? states.locations.addresses.map((_, x) => final.value(x)) : [];
    ends.add([...local, '|', ...values].join(' '));
  }
  return [...ends].toSorted();
}

/** Changes the orders of all accesses. */
function withOrders(source: InstructionProgram, orderOf: (order: MemoryOrder) => MemoryOrder): InstructionProgram {
  const rewrite = (list: readonly Instruction[]): Instruction[] =>
    list.map((step) => {
      if (step.op === 'spawn') return { ...step, body: rewrite(step.body) };
      if (step.op !== 'load' && step.op !== 'store' && step.op !== 'rmw') return step;
      return { ...step, order: orderOf(step.order ?? 'relaxed') };
    });
  return { ...source, threads: source.threads.map((each) => ({ ...each, instructions: rewrite(each.instructions) })) };
}

const RUNS = { numRuns: 60 * Number(process.env['FENCEPOST_RUNS'] ?? 1) };
const program = fc
  .constantFrom({ threads: 2, operations: 11 }, { threads: 3, operations: 8 }, { threads: 4, operations: 7 })
  .chain((size) => randomProgram(size));

describe('configurations of random programs', () => {
  it.each([
    ['without memory', false],
    ['with memory', true],
  ] as const)('end in the same states as their executions, %s', (_, memory) => {
    fc.assert(
      fc.property(program, (source) => {
        const plain = fromInstructions(source);
        const checked: Program = memory ? { ...plain, faults: () => undefined } : plain;
        const states = new LocalStates(checked);
        const graphs = exploreGraphs(states, { model: 'sc', finals: true });
        const found = exploreConfigurations(states, { finals: true, all: true, seed: source.threads.length });
        expect(found.complete).toBe(true);
        expect(endsOf(found, memory), show(source)).toEqual(endsOf(graphs, memory));
        const failures = ({ failures: all }: Exploration): string[] =>
          all.filter(({ kind }) => kind !== 'deadlock').map(({ message }) => message);
        expect(failures(found).toSorted()).toEqual(failures(graphs).toSorted());
      }),
      RUNS,
    );
  });

  it('keep values that are read at the end, even if that is found out late', () => {
    let isChecked = false;
    const writes = (value: number) =>
      function* (): Generator<Operation, void, number> {
        yield store(0, value);
        isChecked = true;
      };
    const late: Program = {
      name: 'late',
      threads: [1, 2].map((value) => ({ name: `writes ${value}`, body: writes(value) })),
      initialValue: () => 0,
      nameOf: String,
      get faults() {
        if (!isChecked) return undefined;
        return (final: FinalView) => {
          if (final.read(0) === 1) throw new Error('the first one was last');
        };
      },
    };
    const found = exploreConfigurations(new LocalStates(late), { all: true });
    expect(found.failures.map(({ message }) => message)).toEqual(['the first one was last']);
  });

  it('have the same data races as their executions', () => {
    let racy = 0;
    fc.assert(
      fc.property(program, (source) => {
        const ordered = withOrders(source, (order) => (order === 'relaxed' ? 'plain' : 'seq_cst'));
        const states = new LocalStates(fromInstructions(ordered));
        const graphs = exploreGraphs(states, { model: 'sc', races: true });
        const found = exploreConfigurations(states, { races: true, all: true });
        if (found.anyRace) racy++;
        expect(found.anyRace, show(ordered)).toBe(graphs.racy > 0);
      }),
      RUNS,
    );
    expect(racy).toBeGreaterThan(0);
  });
});
