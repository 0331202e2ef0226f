import type { Instruction, MemoryOrder, ModelName, Trace } from '@fencepost/core';
import { LocalStates, fromInstructions, isMonitored, models } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortestCycle } from '../src/explain/cycle.js';
import { unorderedEdges } from '../src/explain/unordered.js';

type Threads = readonly (readonly Instruction[])[];

const orders: fc.Arbitrary<MemoryOrder> = fc.constantFrom('relaxed', 'relaxed', 'release', 'seq_cst');
const address = fc.nat(2);
const store = fc.record({ op: fc.constant('store' as const), address, value: fc.constantFrom(1, 2), order: orders });
const load = fc.record({ op: fc.constant('load' as const), to: fc.constant(0), address });
const add = fc.record({
  ...{ op: fc.constant('rmw' as const), fn: fc.constant('add' as const), to: fc.constant(0) },
  ...{ address, value: fc.constant(1), order: fc.constant('relaxed' as const) },
});
const fence = fc.record({ op: fc.constant('fence' as const), order: orders });
const instruction: fc.Arbitrary<Instruction> = fc.oneof(
  { arbitrary: store, weight: 6 },
  { arbitrary: load, weight: 6 },
  { arbitrary: add, weight: 1 },
  { arbitrary: fence, weight: 1 },
);
const threads: fc.Arbitrary<Threads> = fc.array(fc.array(instruction, { minLength: 2, maxLength: 4 }), {
  minLength: 2,
  maxLength: 3,
});

const tracesOf = (source: Threads, model: ModelName): Trace[] => {
  const traces: Trace[] = [];
  const states = new LocalStates(
    fromInstructions({ name: 'random', threads: source.map((instructions, t) => ({ name: `t${t}`, instructions })) }),
  );
  exploreGraphs(states, { model, onExecution: (execution) => traces.push(execution.trace()) });
  return traces;
};

/** Who reads from whom, and the order of writes. `originals`: of each thread, the instructions that count. */
function keyOf({ events, coherence }: Trace, originals: readonly (readonly number[])[]): string {
  const name = (i: number): string =>
    i < 0 ? 'initial' : `${events[i]!.thread}.${originals[events[i]!.thread]!.indexOf(events[i]!.position)}`;
  const reads = events.flatMap(({ source }, i) => (source === undefined ? [] : [`${name(i)}<${name(source)}`]));
  return [...reads.sort(), ...coherence.map((row) => row.map(name).join('<'))].join(' ');
}

describe('fences that a cycle lacks', () => {
  it('forbid its execution together', { timeout: 300_000 }, () => {
    let forbidden = 0;
    fc.assert(
      fc.property(threads, fc.constantFrom(...models().filter(isMonitored)), (source, { name: model }) => {
        const all = source.map((thread) => [...thread.keys()]);
        for (const trace of tracesOf(source, model)) {
          const cycle = shortestCycle(trace);
          if (cycle === undefined) continue;
          const missing = unorderedEdges(trace, model, cycle);
          expect(missing.length).toBeGreaterThan(0);
          const before = missing.map(({ to }) => trace.events[to]!);
          const originals: number[][] = [];
          const fenced = source.map((thread, t) => {
            const kept: Instruction[] = [];
            const positions: number[] = [];
            for (const [i, each] of thread.entries()) {
              if (before.some(({ thread: of, position }) => of === t && position === i)) {
                kept.push({ op: 'fence', order: 'seq_cst' });
              }
              positions.push(kept.push(each) - 1);
            }
            originals.push(positions);
            return kept;
          });
          const keys = tracesOf(fenced, model).map((each) => keyOf(each, originals));
          expect(keys).not.toContain(keyOf(trace, all));
          forbidden++;
        }
      }),
      { numRuns: 150, seed: 31 },
    );
    expect(forbidden).toBeGreaterThan(100);
  });
});
