import type { Program } from '@fencepost/core';
import { LocalStates, cut, load, store } from '@fencepost/core';
import { checkProgram } from '@fencepost/check';
import { callOrderOf, exploreAll, exploreGraphs } from '@fencepost/explore';
import { describe, expect, test } from 'vitest';
import type { GeneratorStructure } from '../src/index.js';
import { distinct, int, linearizable, runAlone } from '../src/index.js';
import { isAlwaysLinearizable } from './interleaved.js';
import { randomStructure } from './random-structures.js';
import { register } from './structures.js';

const OPERATIONS = { a: [], b: [], c: [] };

function someScenarios(seed: number, calls: number, every: number): Program[] {
  const program = linearizable('random', randomStructure(seed), OPERATIONS, { calls, threads: 3 });
  return [...program.scenarios!.programs()].filter((_, i) => i % every === seed % every);
}

/** What calls of a random structure return one after the other. */
function sequentially(seed: number): (letters: readonly string[]) => string {
  const known = new Map<string, string>();
  const { scenarios } = linearizable('random', randomStructure(seed), OPERATIONS, { calls: 4, threads: 1 });
  return (letters) => {
    const name = `random: ${letters.join('; ')}`;
    let result = known.get(name);
    if (result === undefined) {
      const end = runAlone(scenarios!.named(name)!);
      result = end.kind === 'ended' ? (end.outcome as readonly string[]).at(-1)! : end.kind;
      known.set(name, result);
    }
    return result;
  };
}

describe('the calls of an execution', () => {
  test('are linearizable under SC if they are in every interleaving', () => {
    const counts = [0, 0];
    for (let seed = 1; seed <= 40; seed++) {
      const sequential = sequentially(seed);
      for (const program of someScenarios(seed, 3, 11)) {
        const fine = exploreGraphs(new LocalStates(program), { model: 'sc' }).failures.length === 0;
        expect({ seed, name: program.name, fine }).toEqual({
          ...{ seed, name: program.name },
          fine: isAlwaysLinearizable(program, sequential),
        });
        counts[fine ? 1 : 0]!++;
      }
    }
    expect(Math.min(...counts)).toBeGreaterThan(8);
  });

  test('have one order, whether it comes from a graph or from a trace', () => {
    let compared = 0;
    for (const model of ['sc', 'tso', 'pso', 'rc11', 'arm64']) {
      for (let seed = 1; seed <= 12; seed++) {
        for (const program of someScenarios(seed, 4, 61)) {
          const calls = program.calls!;
          exploreGraphs(new LocalStates(program), {
            model,
            onExecution: (execution) => {
              const order = [...execution.callOrder!()!];
              expect({ seed, model, order }).toEqual({
                ...{ seed, model },
                order: [...callOrderOf(execution.trace(), calls, calls.inRealTime(model))],
              });
              compared++;
            },
          });
        }
      }
    }
    expect(compared).toBeGreaterThan(500);
  });

  test('fail as often for the graph explorer as for the oracle', () => {
    let failing = 0;
    for (const model of ['sc', 'tso', 'pso']) {
      for (let seed = 1; seed <= 30; seed++) {
        for (const program of someScenarios(seed, 3, 7)) {
          const countOf = ({ failures }: { readonly failures: readonly { readonly executions: number }[] }): number =>
            failures[0]?.executions ?? 0;
          const found = countOf(exploreGraphs(new LocalStates(program), { model }));
          const count = countOf(exploreAll(new LocalStates(program), { model }));
          expect({ seed, model, name: program.name, found }).toEqual({ seed, model, name: program.name, found: count });
          if (found > 0) failing++;
        }
      }
    }
    expect(failing).toBeGreaterThan(20);
  });
});

// The smallest program on which the two orders differ: under TSO a write may return before it reaches memory, and nothing
// tells the reader that it has returned.
describe('a register', () => {
  const failing = (respects: 'real time' | 'happens-before' | undefined, model: string): string[] => {
    const options = { calls: 2, ...(respects && { respects }) };
    const program = linearizable('register', register('relaxed'), { write: [int(1, 1)], read: [] }, options);
    return [...program.scenarios!.programs()]
      .filter((each) => exploreGraphs(new LocalStates(each), { model }).failures.length > 0)
      .map(({ name }) => name);
  };

  test('is linearizable by happens-before under every model', () => {
    for (const model of ['sc', 'tso', 'pso', 'rc11', 'arm64']) expect(failing('happens-before', model)).toEqual([]);
  });

  test('is linearizable in real time under SC', () => {
    expect(failing('real time', 'sc')).toEqual([]);
  });
});

test('interchangeable values need not be distinguished', () => {
  const of = (values: typeof int | typeof distinct): number =>
    linearizable('register', register('seq_cst'), { write: [values(1, 2)], read: [] }, { calls: 3 }).scenarios!.count;
  expect(of(distinct)).toBeLessThan(of(int));
});

test('executions that were cut off are not shown as one that fails', () => {
  const lossy: GeneratorStructure = (p) => {
    const [count, busy] = [p.variable('count'), p.variable('busy')];
    return {
      *add() {
        if ((yield load(busy)) === 1) yield cut();
        yield store(busy, 1);
        const old = yield load(count);
        yield store(count, old + 1);
        yield store(busy, 0);
        return old;
      },
    };
  };
  const [check] = checkProgram(linearizable('lossy', lossy, { add: [] }, { calls: 2 }), { models: ['sc'] });
  const [failure] = check!.failures;
  expect(failure!.history?.threads.map(({ calls }) => calls[0]!.result)).toEqual(['0', '0']);
});
