// A ticket lock. The spin loop that waits for one's turn is an await: one operation, whatever the number of rounds.
import { assert, checkProgram, fetchAdd, load, program, store, until } from 'fencepost';

/** @param {import('fencepost').MemoryOrder} release how the lock is handed on */
function ticketLock(release) {
  return program('ticket lock', (p) => {
    const next = p.variable('next');
    const serving = p.variable('serving');
    const counter = p.variable('counter');
    for (const name of ['one', 'two', 'three']) {
      p.thread(name, function* () {
        const ticket = yield fetchAdd(next, 1);
        yield until(serving, '==', ticket, 'acquire');
        yield store(counter, (yield load(counter)) + 1);
        yield store(serving, ticket + 1, release);
      });
    }
    p.after((final) => assert(final.read(counter) === 3, 'an increment is lost'));
  });
}

for (const release of /** @type {const} */ (['relaxed', 'release'])) {
  for (const { model, verdict, robust, executions } of (await checkProgram(ticketLock(release))).checks) {
    const kind = robust ? 'robust' : 'not robust';
    console.log(`${release}, ${model}: ${verdict}, ${kind}, ${executions} executions`);
  }
}
