// Dekker's idea of mutual exclusion, once without and once with fences: fencepost check examples/programs/dekker.mjs
import { assert, fence, load, program, store } from 'fencepost';

/** @param {boolean} fenced */
function dekker(fenced) {
  return program(fenced ? 'fenced' : 'unfenced', (p) => {
    const left = p.variable('left');
    const right = p.variable('right');
    /** @type {(mine: import('fencepost').Variable, other: import('fencepost').Variable) => import('fencepost').ThreadBody} */
    const enter = (mine, other) =>
      function* () {
        yield store(mine, 1);
        if (fenced) yield fence();
        return (yield load(other)) === 0 ? 'entered' : 'gave up';
      };
    p.thread('t0', enter(left, right));
    p.thread('t1', enter(right, left));
    p.after((final) => {
      assert(final.outcome(0) !== 'entered' || final.outcome(1) !== 'entered', 'both entered');
    });
  });
}

export const unfenced = dekker(false);
export const fenced = dekker(true);
