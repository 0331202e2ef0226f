// What an exploration tells beyond a verdict: how the executions end, and which are not SC.
import { load, program, store } from 'fencepost';
import { LocalStates, exploreGraphs } from 'fencepost/explore';

const states = new LocalStates(
  program('sb', (p) => {
    const x = p.variable('x');
    const y = p.variable('y');
    p.thread('left', function* () {
      yield store(x, 1);
      return yield load(y);
    });
    p.thread('right', function* () {
      yield store(y, 1);
      return yield load(x);
    });
  }),
);

const found = exploreGraphs(states, {
  model: 'tso',
  finals: true,
  onExecution: (execution) => {
    if (execution.sequential) return;
    const reads = execution.trace().events.filter(({ read }) => read !== undefined);
    console.log(`not SC: ${reads.map(({ read }) => `reads ${read}`).join(', ')}`);
  },
});
console.log(`${found.executions} executions, ${found.nonSequential} not SC, ${found.deadlocks} deadlocks`);
const ends = [];
for (const final of found.finals) {
  const [left, right] = [0, 1].map((thread) => String(states.outcome(final.local(thread))));
  ends.push(`left ${left}, right ${right}: ${final.executions} execution`);
}
console.log(ends.sort().join('\n'));
