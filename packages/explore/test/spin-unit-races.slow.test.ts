import type { MemoryOrder, ModelName, Operation, Program } from '@fencepost/core';
import { LocalStates, UnseenStores, compareExchange, fence, load, store, stuck, withRestarts } from '@fencepost/core';
import type { Told } from '@fencepost/testing';
import { GRAPH_MODELS, toldBy } from '@fencepost/testing';
import type { Draw } from '@fencepost/testing/drawing';
import { drawing } from '@fencepost/testing/drawing';
import { describe, expect, it } from 'vitest';
import { exploreGraphs } from '../src/index.js';

/** FENCEPOST_UNITS compares as many as you like: npm run campaign -- units. */
const PROGRAMS = Number(process.env['FENCEPOST_UNITS'] ?? 40);
const MOST_EXECUTIONS = 3000;

type Steps = Generator<Operation, void, number>;

const PLACES = 2;
/** Where threads store what they have read at last. */
const OUTPUTS = 10;
const READS: readonly MemoryOrder[] = ['relaxed', 'relaxed', 'acquire', 'seq_cst', 'plain'];
const WRITES: readonly MemoryOrder[] = ['relaxed', 'relaxed', 'release', 'seq_cst', 'plain'];
const FENCES: readonly MemoryOrder[] = ['acquire', 'acq_rel', 'seq_cst'];

/** Draws an order; plain accesses only if the program may have them. */
function ordered(draw: Draw, orders: readonly MemoryOrder[], plain: boolean): MemoryOrder {
  return orders[draw(orders.length - (plain ? 0 : 1))]!;
}

/** Operations of an iteration: mostly reads. It ends the loop if all conditions hold. */
interface Part {
  readonly kind: 'load' | 'swap' | 'fence';
  readonly place: number;
  readonly order: MemoryOrder;
  /** The value that ends the loop; 3: any value; 4: the value of the first read. */
  readonly wanted: number;
}

function partsOf(draw: Draw, plain: boolean): readonly Part[] {
  const count = 2 + draw(2);
  const kinds = ['load', 'load', 'load', 'fence', 'swap'] as const;
  return Array.from({ length: count }, (_, i): Part => {
    const kind = i === 0 ? 'load' : kinds[draw(kinds.length)]!;
    const order = kind === 'fence' ? FENCES[draw(FENCES.length)]! : ordered(draw, READS, plain && i > 0);
    return { kind, place: draw(PLACES), order, wanted: [1, 2, 3, 3, 4][draw(5)]! };
  });
}

function* waits(parts: readonly Part[], output: number): Steps {
  for (;;) {
    let first: number | undefined;
    let isOver = true;
    let steps = 0;
    let result = 0;
    for (const { kind, place, order, wanted } of parts) {
      steps++;
      if (kind === 'fence') {
        yield fence(order);
        continue;
      }
      const own = order === 'plain' ? 'relaxed' : order;
      const value =
        kind === 'swap'
          ? yield compareExchange(place, 1, 2, own)
          : yield { ...load(place, order), ...(first === undefined && { until: 'progress' as const }) };
      // A swap that succeeds ends the loop.
      if (kind === 'swap' && value === 1) {
        isOver = true;
        break;
      }
      first ??= value;
      result = 4 * result + value;
      isOver &&= wanted === 3 || value === (wanted === 4 ? first : wanted);
    }
    if (isOver) {
      yield store(output, result + 1, 'relaxed');
      return;
    }
    yield stuck(steps);
  }
}

function* writes(draw: Draw, plain: boolean): Steps {
  for (let n = 1 + draw(3); n > 0; n--) {
    if (draw(6) === 0) yield fence(FENCES[draw(FENCES.length)]);
    const place = draw(PLACES);
    if (draw(6) === 0) yield load(place, ordered(draw, READS, plain));
    else yield store(place, 1 + draw(2), ordered(draw, WRITES, plain));
  }
}

/** Threads that wait for several values at once, and threads that write them. */
function waiting(seed: number): Program {
  const draw = drawing(seed);
  const plain = draw(2) === 0;
  const count = 2 + draw(2);
  const bodies = Array.from({ length: count }, (_, i) => {
    if (i > 0 && draw(2) === 0) {
      const own = draw(1 << 30);
      return () => writes(drawing(own), plain);
    }
    const parts = partsOf(draw, plain);
    const own = draw(1 << 30);
    const begins = draw(3) === 0;
    return function* (): Steps {
      if (begins) yield* writes(drawing(own), plain);
      yield* waits(parts, OUTPUTS + i);
    };
  });
  const last = draw(1 << 30);
  return {
    name: `waiting ${seed}`,
    threads: [...bodies, () => writes(drawing(last), plain)].map((body, i) => ({ name: `t${i}`, body })),
    initialValue: () => 0,
    nameOf: (address) => `p${address}`,
  };
}

interface Found {
  readonly told: Told;
  readonly blocked: number;
  readonly executions: number;
  /** Whether it was assumed of some place that all accesses are atomic. */
  readonly assumed: boolean;
}

/** Undefined: too large. */
function explored(program: Program, model: ModelName, units: 'loops' | 'none'): Found | undefined {
  const unseen = new UnseenStores();
  const found = withRestarts(() => {
    const states = new LocalStates(program);
    states.unseen = unseen;
    return exploreGraphs(states, { model, units, finals: true, races: model === 'sc', budget: MOST_EXECUTIONS });
  });
  if (found.rest.length > 0) return undefined;
  const { executions, blocked, racy } = found;
  return { told: toldBy(found, racy), blocked, executions, assumed: unseen.any };
}

describe('loops whose reads are revisited together', { timeout: 20_000 + 300 * PROGRAMS }, () => {
  it(`tell what they tell one by one, races too: ${PROGRAMS} random programs`, () => {
    let compared = 0;
    let fewer = 0;
    let racy = 0;
    let assumed = 0;
    for (let seed = 0; seed < PROGRAMS; seed++) {
      const program = waiting(seed);
      for (const model of GRAPH_MODELS) {
        const all = explored(program, model, 'none');
        const less = all && explored(program, model, 'loops');
        if (all === undefined || less === undefined) continue;
        const context = `seed ${seed} under ${model}`;
        expect(less.executions, context).toBe(all.executions);
        expect(less.told, context).toEqual(all.told);
        compared++;
        if (less.blocked < all.blocked) fewer++;
        if (all.told.racy) racy++;
        if (less.assumed) assumed++;
      }
    }
    // Each kind of case occurs.
    expect(compared).toBeGreaterThan(3 * PROGRAMS);
    expect(fewer).toBeGreaterThan(PROGRAMS / 2);
    expect(racy).toBeGreaterThan(PROGRAMS / 10);
    expect(assumed).toBeGreaterThan(PROGRAMS / 20);
  });

  it('do not hide the race of an iteration that reads outdated values', () => {
    const [A, B, X] = [0, 1, 2];
    const bodies = [
      function* (): Steps {
        for (;;) {
          const isLate = (yield { ...load(A, 'relaxed'), until: 'progress' as const }) === 1;
          if ((yield load(B, 'relaxed')) !== 0) return;
          if (isLate) yield load(X, 'plain');
          yield stuck(isLate ? 3 : 2);
        }
      },
      function* (): Steps {
        yield store(X, 1, 'plain');
        yield store(B, 1, 'relaxed');
        yield store(A, 1, 'relaxed');
      },
    ];
    const program: Program = {
      name: 'late',
      threads: bodies.map((body, i) => ({ name: `t${i}`, body })),
      initialValue: () => 0,
      nameOf: (address) => `p${address}`,
    };
    for (const units of ['none', 'loops'] as const) {
      const { told } = explored(program, 'rc11', units)!;
      expect(told.racy, units).toBe(true);
    }
  });
});
