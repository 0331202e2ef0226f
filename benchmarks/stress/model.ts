import type { ModelName, Operation, Program } from '@fencepost/core';
import { LocalStates, load, program, store } from '@fencepost/core';
import { exploreGraphs, finalView } from '@fencepost/explore';
import type { Line, Litmus } from './litmus.js';
import { CELLS, registersOf, showOutcome } from './litmus.js';

/** All outcomes of a test that a memory model allows, as our own explorer enumerates them. */
export function allowedOutcomes(litmus: Litmus, model: ModelName): ReadonlySet<string> {
  const states = new LocalStates(programOf(litmus));
  const { finals } = exploreGraphs(states, { model, finals: true });
  const outcomes = new Set<string>();
  for (const final of finals) {
    const view = finalView(states, final);
    const registers = registersOf(litmus).map(({ thread, slot }) => (view.outcome(thread) as readonly number[])[slot]!);
    const cells = litmus.finals.map((cell) => view.read(CELLS.indexOf(cell)));
    outcomes.add(showOutcome(litmus, [...registers, ...cells]));
  }
  return outcomes;
}

/** The cells are variables in the order of `CELLS`; a thread returns what it has loaded. */
function programOf({ shape, threads }: Litmus): Program {
  return program(shape, (p) => {
    for (const cell of CELLS) p.variable(cell);
    threads.forEach((lines, thread) => {
      p.thread(`thread ${thread}`, function* () {
        const loaded: number[] = [];
        for (const line of lines) {
          const result = yield operationOf(line);
          if (line.kind === 'load') loaded.push(result);
        }
        return loaded;
      });
    });
  });
}

function operationOf(line: Line): Operation {
  const address = CELLS.indexOf(line.cell);
  const order = line.atomic ? 'seq_cst' : 'plain';
  return line.kind === 'store' ? store(address, line.value, order) : load(address, order);
}
