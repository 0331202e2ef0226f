// Dekker's idea of mutual exclusion: raise your flag, then enter if the other's flag is down.
import { assert, checkProgram, fence, load, program, store } from 'fencepost';

/** @param {boolean} fenced */
function dekker(fenced) {
  return program('dekker', (p) => {
    const left = p.variable('left');
    const right = p.variable('right');
    p.thread('left', function* () {
      yield store(left, 1);
      if (fenced) yield fence();
      return (yield load(right)) === 0; // may enter
    });
    p.thread('right', function* () {
      yield store(right, 1);
      if (fenced) yield fence();
      return (yield load(left)) === 0;
    });
    p.after((final) => assert(!(final.outcome(0) && final.outcome(1)), 'both threads enter'));
  });
}

for (const fenced of [false, true]) {
  console.log(fenced ? 'with fences' : 'without fences');
  for (const { model, verdict, failures, schedule } of (await checkProgram(dekker(fenced))).checks) {
    const why = failures.map(({ message }) => message).join();
    console.log(`  ${model}: ${verdict} ${why}`.trimEnd());
    if (schedule !== null) console.log(`    for example ${schedule}`);
  }
}
