import type { MemoryOrder, Operation } from '@fencepost/core';
import { Random, fence, fetchAdd, load, store } from '@fencepost/core';
import type { GeneratorStructure } from '../src/index.js';

type Run = Generator<Operation, unknown, number>;

const ORDERS: readonly MemoryOrder[] = ['relaxed', 'release', 'acquire', 'seq_cst'];

/** A structure of two variables whose operations a, b and c are a few random accesses each; one may have none. */
export function randomStructure(seed: number): GeneratorStructure {
  const random = new Random(seed);
  const below = (n: number): number => Math.floor(n * random.next());
  const plans = ['a', 'b', 'c'].map((name) => {
    const steps = Array.from({ length: below(10) === 0 ? 0 : 1 + below(2) }, () => ({
      kind: below(7),
      place: below(2),
      value: 1 + below(2),
      order: ORDERS[below(4)]!,
    }));
    return { name, steps };
  });
  return (p) => {
    const places = p.array('x', 2);
    return Object.fromEntries(
      plans.map(({ name, steps }) => [
        name,
        function* (): Run {
          const results: number[] = [];
          for (const { kind, place, value, order } of steps) {
            const loading = order === 'release' ? 'relaxed' : order;
            const storing = order === 'acquire' ? 'relaxed' : order;
            if (kind < 3) results.push(yield load(places[place]!, loading));
            else if (kind < 5) yield store(places[place]!, value, storing);
            else if (kind === 5) results.push(yield fetchAdd(places[place]!, value, order));
            else yield fence(order === 'relaxed' ? 'acq_rel' : order);
          }
          return results.join();
        },
      ]),
    );
  };
}
