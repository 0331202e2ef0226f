import type {
  Failure,
  FinalView,
  Instruction,
  InstructionProgram,
  MemoryOrder,
  Operation,
  Program,
} from '@fencepost/core';
import { LocalStates, compareExchange, failureKey, fromInstructions, store } from '@fencepost/core';
import { randomProgram, show } from '@fencepost/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JointSearch, exploreGraphs, reachJointStates } from '../src/index.js';

/** The final states: the last local state of each thread, and memory if the program reads it at the end. */
class Ends {
  readonly texts = new Set<string>();
  constructor(
    private readonly states: LocalStates,
    private readonly memory: boolean,
  ) {}

  add(local: (t: number) => number, value: (x: number) => number): void {
    const { threads, locations } = this.states;
    const values = this.memory ? locations.addresses.map((_, x) => value(x)) : [];
    this.texts.add([...threads.names.map((_, t) => local(t)), '|', ...values].join(' '));
  }

  get all(): string[] {
    return [...this.texts].toSorted();
  }
}

function failuresOf(failures: readonly Failure[]): string[] {
  return failures.map((failure) => failureKey(failure)).toSorted();
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

describe('joint states of random programs, with reductions,', () => {
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
        const expected = new Ends(states, memory);
        for (const final of graphs.finals)
          expected.add(
            (t) => final.local(t),
            (x) => final.value(x),
          );
        for (const depthFirst of [false, true]) {
          const ends = new Ends(states, memory);
          const search = new JointSearch(states, {
            isEnough: () => false,
            depthFirst,
            seed: source.threads.length,
            onEnd: (run, { kind }) => {
              if (kind === 'complete')
                ends.add(
                  (t) => run.local[t]!,
                  (x) => run.valueAt(x),
                );
            },
          });
          while (search.advance(Infinity));
          expect(search.isComplete).toBe(true);
          expect(search.alwaysEnds || search.failures.length > 0).toBe(true);
          expect(ends.all, show(source)).toEqual(expected.all);
          expect(failuresOf(search.failures.map(({ failure }) => failure))).toEqual(failuresOf(graphs.failures));
        }
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
    const search = new JointSearch(new LocalStates(late));
    while (search.advance(Infinity));
    expect(search.failures.map(({ failure }) => failure.message)).toEqual(['the first one was last']);
  });

  it('are looked for without long walks where there are hundreds of threads', () => {
    function* writes(): Generator<Operation, void, number> {
      for (let step = 0; step < 5000; step++) yield store(0, 1);
    }
    const threads = Array.from({ length: 1000 }, (_, t) => ({
      name: `thread ${t}`,
      *body(): Generator<Operation, void, number> {
        if (t === 0) yield* writes();
      },
    }));
    const states = new LocalStates({ name: 'many', threads, initialValue: () => 0, nameOf: String });
    const search = new JointSearch(states);
    expect(search.count).toBe(1);
    expect(states.size).toBeLessThan(1500);
  });

  it('are not looked for once that is to stop', () => {
    const writes = function* (): Generator<Operation, void, number> {
      for (let step = 0; step < 10; step++) yield store(0, step);
    };
    const threads = ['one', 'other'].map((name) => ({ name, body: writes }));
    const both = { name: 'both', threads, initialValue: () => 0, nameOf: String };
    const { search } = reachJointStates(both, { isStopped: () => true });
    expect([search.count, search.isComplete]).toEqual([1, false]);
  });

  it('have the same data races as their executions', () => {
    let racy = 0;
    fc.assert(
      fc.property(program, (source) => {
        const ordered = withOrders(source, (order) => (order === 'relaxed' ? 'plain' : 'seq_cst'));
        const states = new LocalStates(fromInstructions(ordered));
        const graphs = exploreGraphs(states, { model: 'sc', races: true });
        const search = new JointSearch(states, { races: true, isEnough: () => false });
        while (search.advance(Infinity));
        if (search.anyRace) racy++;
        expect(search.anyRace, show(ordered)).toBe(graphs.racy > 0);
      }),
      RUNS,
    );
    expect(racy).toBeGreaterThan(0);
  });

  it('divide a block that two threads access at once, although they have met a data race before', () => {
    const [RACED, BLOCK] = [0, 1];
    const writes = function* (): Generator<Operation, void, number> {
      yield store(RACED, 1, 'plain');
      yield store(BLOCK, 1, 'plain');
    };
    const program: Program = {
      name: 'copies of blocks',
      threads: ['a', 'b'].map((name) => ({ name, body: writes })),
      initialValue: () => 0,
      nameOf: String,
      blocks: {
        allow: () => undefined,
        has: (address) => address === BLOCK,
        divide: (address) => {
          throw new Error(`divides ${address}`);
        },
      },
    };
    const search = new JointSearch(new LocalStates(program), { races: true, isEnough: () => false });
    expect(() => {
      while (search.advance(Infinity));
    }).toThrow(`divides ${BLOCK}`);
  });

  it('know most accesses before they begin, and do not begin again for each', () => {
    // Of two threads that try a cell, the second one goes on to the next.
    const moves = (t: number) =>
      function* (): Generator<Operation, void, number> {
        let cell = t >> 1;
        while ((yield compareExchange(cell, 0, 1)) !== 0) cell++;
      };
    const program: Program = {
      name: 'a table',
      threads: [0, 1, 2, 3, 4, 5].map((t) => ({ name: `from ${t}`, body: moves(t) })),
      initialValue: () => 0,
      nameOf: String,
    };
    const search = new JointSearch(new LocalStates(program));
    let explored = 0;
    while (search.advance(Infinity)) explored++;
    expect(search.isComplete).toBe(true);
    expect(explored).toBe(search.count);
  });
});
