import type { MemoryOrder, Operation, Program } from '@fencepost/core';
import { LocalStates, RestartSearch, load, store, withRestarts } from '@fencepost/core';
import type { Draw } from '@fencepost/testing/drawing';
import { drawing } from '@fencepost/testing/drawing';
import { describe, expect, it } from 'vitest';
import { exploreGraphs } from '../src/index.js';

type Steps = Generator<Operation, void, number>;

// Places.
const NODE = 0;
const SHARED = 1;
const PASSED = 2;
const OTHERS = [3, 4];

const MAKER = 1;

/** Random accesses of other memory, which may order the threads. */
function* others(draw: Draw): Steps {
  for (let n = draw(2); n > 0; n--) {
    const place = OTHERS[draw(2)]!;
    if (draw(2) === 0) yield store(place, 1, ordered(draw, WRITES));
    else yield load(place, ordered(draw, READS));
  }
}

const WRITES: readonly MemoryOrder[] = ['relaxed', 'release'];
const READS: readonly MemoryOrder[] = ['relaxed', 'acquire'];
const ordered = (draw: Draw, orders: readonly MemoryOrder[]): MemoryOrder => orders[draw(orders.length)]!;

/**
 * A thread allocates memory and publishes it, another passes it on, and a third uses it. The allocation is an operation
 * from the start, or once the search asks for it.
 */
function allocating(seed: number, fromTheStart: boolean): { readonly program: Program; readonly shown: () => number } {
  let shown = 0;
  const bodies = [
    function* (): Steps {
      const draw = drawing(3 * seed);
      yield* others(draw);
      if (fromTheStart || shown > 0) yield store(NODE, 0, 'plain');
      yield* others(draw);
      yield store(SHARED, 1, ordered(draw, WRITES));
      yield* others(draw);
    },
    function* (): Steps {
      const draw = drawing(3 * seed + 1);
      yield* others(draw);
      if ((yield load(SHARED, ordered(draw, READS))) !== 0) yield store(PASSED, 1, ordered(draw, WRITES));
    },
    function* (): Steps {
      const draw = drawing(3 * seed + 2);
      yield* others(draw);
      const found = yield load(draw(2) === 0 ? SHARED : PASSED, ordered(draw, READS));
      yield* others(draw);
      if (found !== 0) yield load(NODE, 'relaxed');
    },
  ];
  const program: Program = {
    name: 'allocating',
    threads: bodies.map((body, i) => ({ name: `t${i}`, body })),
    initialValue: () => 0,
    nameOf: String,
    lifetimes: {
      makerOf: (address) => (address === NODE ? MAKER : 0),
      show: () => {
        if (fromTheStart || shown++ > 0) return;
        throw new RestartSearch('an allocation is an operation');
      },
    },
  };
  return { program, shown: () => shown };
}

const explored = (program: Program) =>
  withRestarts(() => exploreGraphs(new LocalStates(program), { model: 'rc11', budget: 20_000 }), program);

describe('allocations', () => {
  it('are operations only if an access may not happen after them, and then race with it', () => {
    let racy = 0;
    let hidden = 0;
    for (let seed = 0; seed < 80; seed++) {
      const visible = explored(allocating(seed, true).program);
      const { program, shown } = allocating(seed, false);
      const found = explored(program);
      expect(found.failures).toEqual([]);
      expect(found.racy > 0, `seed ${seed}`).toBe(visible.racy > 0);
      if (visible.racy > 0) racy++;
      else {
        // The operation changes no count, because it comes before all other accesses.
        expect(found.executions, `seed ${seed}`).toBe(visible.executions);
        if (shown() === 0) hidden++;
      }
    }
    expect(racy).toBeGreaterThan(20);
    expect(hidden).toBeGreaterThan(5);
  });

  it('are not operations under models that define no races', () => {
    const { program, shown } = allocating(1, false);
    exploreGraphs(new LocalStates(program), { model: 'tso' });
    expect(shown()).toBe(0);
  });
});
