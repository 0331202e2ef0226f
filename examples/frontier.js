// An exploration in pieces: each explores at most 300 executions and hands back the rest as JSON.
import { load, program, store } from 'fencepost';
import { LocalStates, exploreGraphs } from 'fencepost/explore';

const fibonacci = program('fibonacci', (p) => {
  const i = p.variable('i', 1);
  const j = p.variable('j', 1);
  for (const [to, from] of /** @type {const} */ ([
    [i, j],
    [j, i],
  ])) {
    p.thread(to.name, function* () {
      for (let round = 0; round < 4; round++) yield store(to, (yield load(to)) + (yield load(from)));
    });
  }
});

/** @type {import('fencepost/explore').Frontier | undefined} */
let rest;
let executions = 0;
let pieces = 0;
do {
  // A new `LocalStates`, as in another process: a frontier depends on nothing but the program and the model.
  const states = new LocalStates(fibonacci);
  const found = exploreGraphs(states, { model: 'tso', budget: 300, ...(rest && { from: rest }) });
  executions += found.executions;
  pieces++;
  /** @type {unknown} */
  const sent = JSON.parse(JSON.stringify(found.rest));
  rest = /** @type {import('fencepost/explore').Frontier} */ (sent);
} while (rest.length > 0);
console.log(`${executions} executions in ${pieces} pieces`);
console.log(`${exploreGraphs(new LocalStates(fibonacci), { model: 'tso' }).executions} at once`);
