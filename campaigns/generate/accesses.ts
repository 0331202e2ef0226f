import type { Cell, Program, Statement, Thread } from '../program/ast.js';
import type { Random } from '../random.js';
import { Scope } from './scope.js';
import { PLACES, STRAIGHT, cells, locals } from './shape.js';
import { canWait, load, simple, store } from './statements.js';

const WORD: Cell = { type: { bits: 32, signed: true }, access: 'atomic', place: 'global', initial: 0 };

/**
 * Generates random JavaScript without loops: few variables, many accesses, both plain ones and `Atomics`. Such programs
 * have executions that are not SC, and few enough of them to be judged by axioms.
 */
export function accesses(random: Random): Program {
  const language = 'javascript';
  const shared = random.chance(0.7) ? [WORD, WORD] : cells(random, language, PLACES[language]);
  const scope = new Scope(random, language, shared, STRAIGHT);
  const count = random.chance(0.7) ? 2 : 3;
  const bodies = Array.from({ length: count }, () =>
    Array.from({ length: (count === 2 ? 2 : 1) + random.below(3) }, () => statement(scope)).flat(),
  );
  wakeUp(scope, bodies);
  const threads = bodies.map((body): Thread => ({ ...locals(random, language, body), body }));
  const last = random.chance(0.2) ? { last: random.below(4) } : {};
  return { language, cells: shared, mutexes: 0, conditions: 0, threads, ...last };
}

function statement(scope: Scope): readonly Statement[] {
  const { random } = scope;
  return random.weighted<() => readonly Statement[]>([
    [30, () => [load(scope)]],
    [30, () => [store(scope, true)]],
    [30, () => simple(scope)],
    [12, () => waiting(scope)],
    [6, () => [{ kind: 'if', condition: scope.condition(), then: [store(scope, true)], otherwise: [load(scope)] }]],
  ])();
}

/**
 * Generates `Atomics.wait`, if a cell supports it. Most have a time-out, because there may be no thread to wake them.
 */
function waiting(scope: Scope): readonly Statement[] {
  const { random } = scope;
  const at = scope.cell(canWait);
  if (at === undefined) return [load(scope)];
  return [{ kind: 'wait', to: scope.local(), at, expected: random.below(2), finite: random.chance(0.7) }];
}

/** Adds, for most waits, a wake-up in another thread. */
function wakeUp(scope: Scope, bodies: Statement[][]): void {
  const { random } = scope;
  for (const [t, body] of bodies.entries()) {
    const found = body.find((each) => each.kind === 'wait');
    if (found?.kind !== 'wait' || random.chance(0.2)) continue;
    const { at, expected } = found;
    const other = bodies[(t + 1 + random.below(bodies.length - 1)) % bodies.length]!;
    const value = { kind: 'constant' as const, value: Number(expected) + 1 };
    const changed: Statement = { kind: 'store', to: { cell: at }, value, order: scope.storeOrder(at) };
    const notified: Statement = { kind: 'notify', to: scope.local(), at, count: 1 };
    other.splice(random.below(other.length + 1), 0, changed, ...(random.chance(0.7) ? [notified] : []));
  }
}
