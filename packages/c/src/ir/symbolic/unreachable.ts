import type { WholeProgram } from '../races/contexts.js';
import { orNotFollowed } from '../races/not-followed.js';
import { NotFollowed } from '../races/operations.js';
import { wholeProgram } from '../races/whole-program.js';
import type { Type } from '../syntax/types.js';
import type { FailureKind } from '../values/failing-calls.js';
import { FAILING_CALLS } from '../values/failing-calls.js';
import { CellAccesses } from './accesses.js';
import { decode } from './decode.js';
import { ErrorReached, Machine, StartsAgain } from './machine.js';
import { State } from './state.js';
import type { Value } from './values.js';
import { open } from './values.js';

/** More states are not visited. */
const MOST_STATES = 100_000;

/** A program, the calls that are its errors, and whether the caller has waited enough. */
interface Asked {
  readonly program: WholeProgram;
  readonly errors: RegExp;
  readonly isLate: () => boolean;
}

/**
 * Returns why an error may be reached under SC; undefined if none can be, for all inputs and schedules. Visits the states of
 * the program with symbols in place of open values (King 1976). A thread runs on until the next operation that other
 * threads can see; which these are is found on the way.
 */
export function mayReachError(
  irs: readonly string[],
  openFunctions: boolean,
  what: FailureKind,
  isLate: () => boolean,
): string | undefined {
  return orNotFollowed(() => {
    const asked = { program: wholeProgram(irs, openFunctions), errors: FAILING_CALLS[what], isLate };
    const accesses = new CellAccesses();
    for (;;) {
      try {
        visitAll(asked, accesses);
        return undefined;
      } catch (error) {
        if (error instanceof ErrorReached) return 'an error may be reached';
        if (!(error instanceof StartsAgain)) throw error;
      }
    }
  });
}

/** The arguments of main are open. */
function argumentOf(type: Type): Value {
  return type.kind === 'int' ? open(type.bits) : { kind: 'pointer', object: 'arguments', offset: 0 };
}

function visitAll({ program, errors, isLate }: Asked, accesses: CellAccesses): void {
  const main = program.bodies.get('@main');
  if (main === undefined) throw new NotFollowed('a program without main');
  const machine = new Machine({ program, accesses, fails: (name) => errors.test(name), decode, isLate });
  const first = new State();
  machine.start(first, '0', main, main.code.parameters.map(argumentOf));
  const seen = new Set<string>();
  const left = [first];
  for (let state = left.pop(); state !== undefined; state = left.pop()) {
    if (seen.size > MOST_STATES || isLate()) throw new NotFollowed('too many states');
    const threads = [...state.threads.values()];
    const running = threads.find(({ status }) => status === 'runs');
    if (running !== undefined) {
      left.push(...machine.run(state.copy(running.id), running.id));
      continue;
    }
    const key = state.simplify();
    if (seen.has(key)) continue;
    seen.add(key);
    for (const { id, status } of threads) {
      if (status === 'waits' && machine.isEnabled(state, id)) left.push(...machine.run(state.copy(id), id));
    }
  }
}
