import { InternedStates, look, put, transform } from '@fencepost/core';
import { accessors, readAttributes, shared, writingAttributes } from './attributes.js';
import { about, functions } from '../base/define.js';
import { EINVAL } from '../base/errno.js';
import { shadow } from '../base/places.js';

interface Barrier {
  /** Number of threads that the barrier waits for; 0: not initialised. */
  readonly limit: number;
  readonly arrived: number;
  /** Number of times the barrier has opened. */
  readonly round: number;
}
const states = new InternedStates<Barrier>({ limit: 0, arrived: 0, round: 0 });

/** Return value for one thread per round. It may be any thread; here it is the last to arrive. */
const SERIAL_THREAD = -1;

function isLast({ limit, arrived }: Barrier): boolean {
  return arrived + 1 === limit;
}

const arrive = states.step('arrive at a barrier', (state) => {
  if (isLast(state)) return { ...state, arrived: 0, round: state.round + 1 };
  return { ...state, arrived: state.arrived + 1 };
});
const inspect = states.step('look at a barrier', (state) => state);
/** Released threads may still be leaving, so destroying is not a plain write. It does not wait for them. */
const close = states.step('destroy a barrier', (state) =>
  state.arrived > 0 ? state : { ...state, limit: 0, arrived: 0 },
);

/** `pthread_barrier_*`. */
const defined = [
  ...functions({
    *pthread_barrier_init(thread, site, place, attributes, count) {
      if (count <= 0) return EINVAL;
      yield* readAttributes(thread, attributes, site);
      // Round numbers continue: threads of an earlier use of the same memory may still be leaving.
      const { round } = states.decode(yield look(shadow(place), inspect, 'relaxed', site));
      const fresh = { limit: count, arrived: 0, round };
      const open = states.step(`initialise a barrier for ${count}`, () => fresh);
      yield put(shadow(place), open, states.encode(fresh), 'plain', site);
      return 0;
    },
    *pthread_barrier_wait(_thread, site, place) {
      const old = states.decode(yield transform(shadow(place), arrive, site));
      if (old.limit === 0) throw new Error('a thread waits at a barrier that is not initialised');
      if (isLast(old)) return SERIAL_THREAD;
      const opened = states.step(
        `wait at a barrier (round ${old.round})`,
        (state) => state,
        ({ round }) => round > old.round,
      );
      yield transform(shadow(place), opened, site);
      return 0;
    },
    *pthread_barrier_destroy(_thread, site, place) {
      const { arrived } = states.decode(yield transform(shadow(place), close, site));
      if (arrived > 0) throw new Error('a barrier is destroyed while threads wait at it');
      return 0;
    },
  }),
  ...writingAttributes(['pthread_barrierattr_init', 'pthread_barrierattr_destroy']),
  ...accessors('pthread_barrierattr_', shared(0)),
];

export const barriers = about(defined, {
  'pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_setpshared': { forgets: 'all' },
  pthread_barrier_init: { forgets: [1] },
});
