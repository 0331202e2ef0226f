// A thread that starts two others and, or not, waits for the second.
import { assert, checkProgram, fetchAdd, join, load, program, spawn } from 'fencepost';

/** @param {boolean} waits */
function gather(waits) {
  return program(waits ? 'joins both' : 'joins one', (p) => {
    const sum = p.variable('sum');
    p.thread('main', function* () {
      const handles = [];
      for (const amount of [10, 20]) {
        const handle = yield spawn(function* () {
          yield fetchAdd(sum, amount);
        }, `adds ${amount}`);
        handles.push(handle);
      }
      for (const handle of waits ? handles : handles.slice(0, 1)) yield join(handle);
      const total = yield load(sum);
      assert(total === 30, `the sum is ${total}`);
    });
  });
}

for (const waits of [false, true]) {
  const source = gather(waits);
  for (const { model, verdict, failures } of (await checkProgram(source, { models: ['tso'] })).checks) {
    const why = failures.map(({ thread, message }) => `${thread}: ${message}`).join();
    console.log(`${source.name}, ${model}: ${verdict} ${why}`.trimEnd());
  }
}
