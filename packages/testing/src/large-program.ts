import type { Operation, Program } from '@fencepost/core';
import { Random, assert, load, program, store } from '@fencepost/core';

/** Options of a large program. */
export interface LargeOptions {
  readonly threads: number;
  /** Lines of each thread; no two threads have a line in common. */
  readonly lines: number;
  /** Variables that all threads share. */
  readonly variables: number;
  readonly seed: number;
}

/**
 * A program with as many cycles as a program of its size can have: every line of every thread is a load or a store of a
 * random variable. Somewhere in the middle, the first two threads run Fig. 1 of Burnim, Sen and Stergiou (ISSTA 2011),
 * with two variables of their own: the only failure that SC does not have.
 */
export function largeProgram({ threads, lines, variables, seed }: LargeOptions): Program {
  return program(`large (${threads} × ${lines})`, (p) => {
    const random = new Random(seed);
    const below = (n: number): number => Math.floor(random.next() * n);
    const shared = p.array('v', variables);
    const flags = p.array('flag', 2);
    for (let t = 0; t < threads; t++) {
      const at = (line: number): { readonly file: string; readonly line: number } => ({ file: `t${t}`, line });
      const operations: Operation[] = Array.from({ length: lines }, (_, i) => {
        const variable = shared[below(variables)]!;
        const site = at(i + 1);
        return below(2) === 0 ? load(variable, 'relaxed', site) : store(variable, t + 1, 'relaxed', site);
      });
      const middle = below(lines);
      p.thread(`t${t}`, function* () {
        let seen = 1;
        for (const [i, operation] of operations.entries()) {
          if (t < 2 && i === middle) {
            yield store(flags[t]!, 1, 'relaxed', at(lines + 1));
            seen = yield load(flags[1 - t]!, 'relaxed', at(lines + 2));
          }
          yield operation;
        }
        return seen;
      });
    }
    p.after((final) => assert(final.outcome(0) === 1 || final.outcome(1) === 1, 'both read 0'));
  });
}
