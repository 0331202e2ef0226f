// Three ways to count. The first loses an update, on every model.
import { assert, checkProgram, compareExchange, fetchAdd, load, program, store } from 'fencepost';

/** @type {Record<string, (counter: import('fencepost').Variable) => import('fencepost').ThreadRun>} */
const increments = {
  'load and store': function* (counter) {
    yield store(counter, (yield load(counter)) + 1);
  },
  'fetch and add': function* (counter) {
    yield fetchAdd(counter, 1);
  },
  'compare and exchange': function* (counter) {
    let seen = yield load(counter);
    for (;;) {
      const found = yield compareExchange(counter, seen, seen + 1);
      if (found === seen) return;
      seen = found;
    }
  },
};

for (const [name, increment] of Object.entries(increments)) {
  const counting = program(name, (p) => {
    const counter = p.variable('counter');
    p.thread('one', () => increment(counter));
    p.thread('two', () => increment(counter));
    p.after((final) => assert(final.read(counter) === 2, `counter is ${final.read(counter)}`));
  });
  for (const { model, verdict, executions, failures } of (await checkProgram(counting, { models: ['sc', 'pso'] }))
    .checks) {
    const why = failures.map(({ message }) => message).join();
    console.log(`${name}, ${model}: ${verdict}, ${executions} executions ${why}`.trimEnd());
  }
}
