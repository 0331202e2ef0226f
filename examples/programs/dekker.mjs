// Dekker's idea of mutual exclusion, once without and once with fences: fencepost check examples/programs/dekker.mjs
import { check, fence, load, program, store } from 'fencepost';

/** @param {boolean} fenced */
function dekker(fenced) {
  return program(fenced ? 'fenced' : 'unfenced', (p) => {
    const flags = p.array('flag', 2);
    for (const me of [0, 1]) {
      p.thread(`t${me}`, function* () {
        yield store(flags[me], 1);
        if (fenced) yield fence();
        return (yield load(flags[1 - me])) === 0 ? 'entered' : 'gave up';
      });
    }
    p.after((final) => {
      check(final.outcome(0) !== 'entered' || final.outcome(1) !== 'entered', 'both entered');
    });
  });
}

export const unfenced = dekker(false);
export const fenced = dekker(true);
