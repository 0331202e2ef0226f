import type { Reading, Statement, Test } from '../program/ast.js';
import { FRAME, LOCALS } from '../program/ast.js';
import { assigned } from '../program/walk.js';
import type { Scope } from './scope.js';
import { canWait, compute, load, simple, store, swap, update } from './statements.js';

type Loop = Extract<Statement, { kind: 'loop' }>;

/** Generates a loop or a recursive function, with the statements that must surround it. */
export function looping(scope: Scope): readonly Statement[] {
  const { random, features, language } = scope;
  return random.weighted<() => readonly Statement[]>([
    [30, () => [spin(scope)]],
    [12, () => [{ kind: 'loop', form: form(scope), test: grab(scope), body: body(scope, 2) }]],
    [12, () => [{ kind: 'loop', form: form(scope), body: [load(scope), ...body(scope, 2), leaving(scope, 'break')] }]],
    [20, () => [counted(scope)]],
    [language === 'c' && features.mutexes > 0 ? 20 : 0, () => [locking(scope)]],
    [features.recursion ? 20 : 0, () => [recursion(scope)]],
    [features.conditions > 0 ? 15 : 0, () => sleeping(scope)],
    [language === 'javascript' ? 15 : 0, () => [waiting(scope)]],
  ])();
}

export function form({ random, language }: Scope): Loop['form'] {
  return random.pick(language === 'c' ? (['while', 'do', 'goto'] as const) : (['while', 'do'] as const));
}

/** Generates a loop that runs until a cell has a value. */
function spin(scope: Scope): Loop {
  return { kind: 'loop', form: form(scope), test: expecting(scope), body: body(scope, scope.random.below(3)) };
}

export function expecting(scope: Scope): Test {
  const first = load(scope) as Extract<Reading, { kind: 'load' }>;
  const { random } = scope;
  return {
    first,
    condition: { local: first.to, comparison: random.chance(0.85) ? '!=' : '==', value: random.below(3) },
  };
}

/** Generates the test of a loop that runs until something could be taken. */
export function grab(scope: Scope): Test {
  const { random, features } = scope;
  const reading = random.weighted<() => Reading | undefined>([
    [3, () => update(scope, false)],
    [3, () => swap(scope)],
    [features.mutexes > 0 ? 1 : 0, () => ({ kind: 'try-lock', to: LOCALS - 1, mutex: 0 })],
  ])();
  if (reading === undefined) return expecting(scope);
  if (reading.kind === 'update')
    return { first: reading, condition: { local: reading.to, comparison: '!=', value: random.below(2) } };
  return { first: reading, condition: { local: LOCALS - 1, comparison: '==', value: 0 } };
}

/** Generates the body of a waiting loop: mostly statements that other threads cannot observe. */
function body(scope: Scope, length: number): readonly Statement[] {
  const { random } = scope;
  const statements: Statement[] = [];
  for (let i = 0; i < length; i++) {
    const made = random.weighted<() => Statement | undefined>([
      [40, () => compute(scope)],
      [30, () => load(scope)],
      [8, () => store(scope, true)],
      [8, () => update(scope, false)],
      [6, () => swap(scope)],
      [10, () => leaving(scope, random.pick(['break', 'break', 'continue', 'return']))],
      [scope.language === 'javascript' ? 8 : 0, () => ({ kind: 'pause' })],
    ])();
    if (made !== undefined) statements.push(made);
  }
  return statements;
}

/** Generates a loop that polls under a lock, or takes a second lock by trying. */
function locking(scope: Scope): Statement {
  const { random, features } = scope;
  const mutex = random.below(features.mutexes);
  const got = LOCALS - 1;
  const other = (mutex + 1) % features.mutexes;
  const release: Statement = { kind: 'unlock', mutex };
  const tries = other !== mutex && random.chance(0.7);
  const inside: readonly Statement[] = tries
    ? [
        { kind: 'try-lock', to: got, mutex: other },
        {
          kind: 'if',
          condition: { local: got, comparison: '==', value: 1 },
          then: [
            random.chance(0.5) ? load(scope) : store(scope),
            { kind: 'unlock', mutex: other },
            release,
            { kind: 'break' },
          ],
          otherwise: random.chance(0.2) ? [compute(scope)] : [],
        },
        release,
      ]
    : [load(scope), release, leaving(scope, 'break')];
  return { kind: 'loop', form: form(scope), body: [{ kind: 'lock', mutex }, ...inside] };
}

function leaving(scope: Scope, kind: 'break' | 'continue' | 'return' | 'leave'): Statement {
  const local = scope.random.below(LOCALS);
  return { kind: 'if', condition: scope.condition(local), then: [{ kind }], otherwise: [] };
}

/** Generates a loop with a few iterations, which may end early depending on a value read. */
function counted(scope: Scope): Statement {
  const { random } = scope;
  const counter = LOCALS - 1;
  const keeps = (statement: Statement): boolean => !assigned(statement).includes(counter);
  const alone = body(scope, random.below(3)).filter(keeps);
  // Kept or dropped together, so that each unlock has its lock.
  const together = random.chance(0.3) ? simple(scope) : [];
  const inside = [...alone, ...(together.every(keeps) ? together : [])];
  const test = random.chance(0.75) ? { test: expecting(scope) } : {};
  return {
    kind: 'for',
    counter,
    limit: 1 + random.below(3),
    ...test,
    body: inside.length === 0 ? [load(scope)] : inside,
  };
}

/** Generates a recursive function, with loops whose state is local to a call. */
function recursion(scope: Scope): Statement {
  const { random } = scope;
  const own = (): number => FRAME + random.below(2);
  const again: Statement = {
    kind: 'again',
    argument: random.chance(0.5)
      ? { kind: 'binary', operator: '+', local: FRAME, value: 1 }
      : { kind: 'constant', value: random.below(2) },
  };
  const leave = (): Statement => ({
    kind: 'if',
    condition: {
      local: random.chance(0.6) ? own() : scope.local(),
      comparison: random.pick(['==', '!=', '>']),
      value: random.below(3),
    },
    then: [{ kind: 'leave' }],
    otherwise: [],
  });
  const count: Statement = { kind: 'count', local: own(), limit: 2 + random.below(2), wraps: false };
  const pieces: Statement[] = [load(scope), again, count];
  if (random.chance(0.8)) pieces.splice(random.below(4), 0, leave());
  if (random.chance(0.5))
    pieces.splice(random.below(4), 0, { kind: 'set', local: scope.local(), value: { kind: 'local', local: own() } });
  if (random.chance(0.4))
    pieces.splice(random.below(4), 0, ...simple(scope).filter(({ kind }) => kind === 'load' || kind === 'store'));
  const inside: readonly Statement[] = random.weighted<() => readonly Statement[]>([
    [
      3,
      () => [
        {
          kind: 'loop',
          form: form(scope),
          body: [load(scope), leave(), ...pieces, leavingCall(own(), random.below(3))],
        },
      ],
    ],
    [3, () => [{ kind: 'for', counter: FRAME + 1, limit: 2, body: pieces.filter((piece) => piece !== count) }]],
    [2, () => pieces],
    [2, () => [{ kind: 'loop', form: form(scope), test: expecting(scope), body: pieces }]],
  ])();
  return { kind: 'recursion', depth: 1 + random.below(2), mutual: random.chance(0.3), body: inside };
}

function leavingCall(local: number, value: number): Statement {
  return { kind: 'if', condition: { local, comparison: '>', value }, then: [{ kind: 'break' }], otherwise: [] };
}

/** Generates the usual pattern for a condition variable. */
function sleeping(scope: Scope): readonly Statement[] {
  return [
    { kind: 'lock', mutex: 0 },
    { kind: 'loop', form: 'while', test: expecting(scope), body: [{ kind: 'sleep', condition: 0, mutex: 0 }] },
    { kind: 'unlock', mutex: 0 },
  ];
}

/** Generates `Atomics.wait`, once or in a loop. */
function waiting(scope: Scope): Statement {
  const { random } = scope;
  const at = scope.cell(canWait);
  if (at === undefined) return spin(scope);
  const expected = random.below(2);
  const wait: Reading = { kind: 'wait', to: scope.local(), at, expected, finite: random.chance(0.5) };
  const first: Reading = { kind: 'load', to: scope.local(), from: { cell: at }, order: 'seq_cst' };
  return random.weighted<Statement>([
    [2, wait],
    [
      3,
      {
        kind: 'loop',
        form: 'while',
        test: { first, condition: { local: first.to, comparison: '==', value: expected } },
        body: [wait],
      },
    ],
    [
      1,
      {
        kind: 'loop',
        form: 'while',
        test: { first: wait, condition: { local: wait.to, comparison: '==', value: 2 } },
        body: body(scope, 1),
      },
    ],
  ]);
}
