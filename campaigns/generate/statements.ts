import type { Reading, Statement } from '../program/ast.js';
import { LOCALS } from '../program/ast.js';
import type { Scope } from './scope.js';

type Maker = () => readonly Statement[] | undefined;

export function load(scope: Scope): Reading {
  const from = scope.target()!;
  return { kind: 'load', to: scope.local(), from, order: scope.loadOrder(from.cell) };
}

export function store(scope: Scope, constant = false): Statement {
  const to = scope.target()!;
  const value = constant ? { kind: 'constant' as const, value: 1 + scope.random.below(2) } : scope.expression();
  return { kind: 'store', to, value, order: scope.storeOrder(to.cell) };
}

/**
 * Generates a read-modify-write, if there is an atomic cell. One that may run forever must not count (`bounded` is
 * false).
 */
export function update(scope: Scope, bounded = true): Reading | undefined {
  const { random } = scope;
  const at = scope.target(({ access }) => access === 'atomic');
  if (at === undefined) return undefined;
  const operator = random.pick(
    bounded ? (['+', '-', '&', '|', '^', 'exchange'] as const) : (['&', '|', 'exchange'] as const),
  );
  // A third of the operands are 0 and may change nothing.
  const operand = { kind: 'constant' as const, value: random.below(3) };
  return { kind: 'update', operator, to: scope.local(), at, operand, order: scope.updateOrder() };
}

export function swap(scope: Scope): Reading | undefined {
  const { random } = scope;
  const at = scope.target(({ access }) => access === 'atomic');
  if (at === undefined) return undefined;
  const expected = random.chance(0.7)
    ? { kind: 'constant' as const, value: random.below(2) }
    : { kind: 'local' as const, local: scope.local() };
  const desired = { kind: 'constant' as const, value: random.below(3) };
  const old = random.chance(0.5) ? { old: scope.local() } : {};
  return {
    kind: 'swap',
    success: LOCALS - 1,
    ...old,
    at,
    expected,
    desired,
    order: scope.updateOrder(),
    weak: random.chance(0.3),
  };
}

/** Generates a computation on the thread's own locals. Repeating it forever eventually repeats a state. */
export function compute(scope: Scope): Statement {
  const { random } = scope;
  const local = random.below(LOCALS);
  if (random.chance(0.6)) return { kind: 'count', local, limit: 1 + random.below(3), wraps: random.chance(0.3) };
  return { kind: 'set', local, value: { kind: 'constant', value: scope.constant() } };
}

export function assertion(scope: Scope): Statement {
  return {
    kind: 'assert',
    number: scope.nextAssertion,
    condition: {
      local: scope.local(),
      comparison: scope.random.pick(['!=', '!=', '==']),
      value: scope.random.below(3),
    },
  };
}

/** Generates one statement, or a few that belong together. */
export function simple(scope: Scope): readonly Statement[] {
  const { random, features, language } = scope;
  const inC = language === 'c';
  const one = (statement: Statement | undefined): readonly Statement[] | undefined => statement && [statement];
  const made = random.weighted<Maker>([
    [30, () => one(load(scope))],
    [28, () => one(store(scope))],
    [12, () => one(update(scope))],
    [8, () => one(swap(scope))],
    [
      inC ? 5 : 0,
      () => one({ kind: 'fence', order: random.pick(['acquire', 'release', 'acq_rel', 'seq_cst', 'seq_cst']) }),
    ],
    [6, () => one(compute(scope))],
    [features.assertions ? 6 : 0, () => one(assertion(scope))],
    [features.mutexes > 0 ? 12 : 0, () => critical(scope)],
    [features.mutexes > 0 ? 5 : 0, () => tried(scope)],
    [features.conditions > 0 ? 5 : 0, () => one({ kind: 'signal', condition: 0, all: random.chance(0.4) })],
    [features.ends ? 10 : 0, () => ending(scope)],
    [inC ? 0 : 5, () => one(wakeUp(scope))],
  ])();
  return made ?? [load(scope)];
}

function critical(scope: Scope): readonly Statement[] {
  const { random, features } = scope;
  const mutex = random.below(features.mutexes);
  const [first, second] = [
    random.chance(0.5) ? load(scope) : store(scope),
    random.chance(0.5) ? load(scope) : store(scope),
  ];
  const other = random.below(features.mutexes);
  const inner: readonly Statement[] =
    other !== mutex && random.chance(0.5)
      ? [{ kind: 'lock', mutex: other }, second, { kind: 'unlock', mutex: other }]
      : random.chance(0.5)
        ? [second]
        : [];
  return [{ kind: 'lock', mutex }, first, ...inner, { kind: 'unlock', mutex }];
}

function tried(scope: Scope): readonly Statement[] {
  const { random, features } = scope;
  const mutex = random.below(features.mutexes);
  const to = LOCALS - 1;
  const then: readonly Statement[] = [random.chance(0.5) ? load(scope) : store(scope), { kind: 'unlock', mutex }];
  const otherwise = random.chance(0.5) ? [compute(scope)] : [];
  return [
    { kind: 'try-lock', to, mutex },
    { kind: 'if', condition: { local: to, comparison: '==', value: 1 }, then, otherwise },
  ];
}

/** Generates a free, an exit or an assumption, possibly depending on a value read. */
function ending(scope: Scope): readonly Statement[] | undefined {
  const { random } = scope;
  const heap = scope.cell(({ place }) => place === 'heap');
  const last: Statement = random.weighted<Statement>([
    [heap === undefined || scope.language !== 'c' ? 0 : 6, { kind: 'free', cell: heap ?? 0 }],
    [scope.language === 'c' ? 2 : 0, { kind: 'exit' }],
    [scope.language === 'c' ? 2 : 0, { kind: 'assume', condition: scope.condition() }],
    [scope.language === 'c' ? 0 : 1, { kind: 'return' }],
  ]);
  return random.chance(0.5)
    ? [last]
    : [load(scope), { kind: 'if', condition: scope.condition(), then: [last], otherwise: [] }];
}

function wakeUp(scope: Scope): Statement | undefined {
  const at = scope.cell(canWait);
  return at === undefined ? undefined : { kind: 'notify', to: scope.local(), at, count: 1 + scope.random.below(2) };
}

/** Whether `Atomics.wait` supports the cell: it takes signed elements of 32 and 64 bits. */
export function canWait({ access, type }: Scope['cells'][number]): boolean {
  return access === 'atomic' && type.signed && type.bits >= 32;
}
