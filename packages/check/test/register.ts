import { load, store } from '@fencepost/core';
import type { Operation, Program } from '@fencepost/core';
import { int, linearizable } from '@fencepost/linear';

type Run = Generator<Operation, unknown, number>;

/** The scenarios of a register on two threads, with up to this many calls. */
export const registerOf = (calls: number): Program =>
  linearizable(
    'register',
    (p) => {
      const place = p.variable('x');
      return {
        *write(value: number): Run {
          yield store(place, value);
          return '';
        },
        *read(): Run {
          return yield load(place);
        },
      };
    },
    { write: [int(1, 2)], read: [] },
    { calls, threads: 2 },
  );
