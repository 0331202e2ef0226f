// Two mutexes taken in opposite orders.
import { checkProgram, load, lock, program, store, tryLock, unlock } from 'fencepost';

const transfer = program('transfer', (p) => {
  const [a, b] = [p.mutex('a'), p.mutex('b')];
  const balance = p.variable('balance', 10);
  p.thread('there', function* () {
    yield lock(a);
    yield lock(b);
    yield store(balance, (yield load(balance)) - 1);
    yield unlock(b);
    yield unlock(a);
  });
  p.thread('back', function* () {
    yield lock(b);
    yield lock(a);
    yield store(balance, (yield load(balance)) + 1);
    yield unlock(a);
    yield unlock(b);
  });
});

const trying = program('trying', (p) => {
  const a = p.mutex('a');
  for (const name of ['one', 'two']) {
    p.thread(name, function* () {
      if ((yield tryLock(a)) !== 0) return 'busy';
      yield unlock(a);
      return 'had it';
    });
  }
});

for (const source of [transfer, trying]) {
  for (const { model, verdict, failures } of (await checkProgram(source, { models: ['tso'] })).checks) {
    console.log(`${source.name}, ${model}: ${verdict}`);
    for (const { message } of failures) console.log(`  ${message}`);
  }
}
