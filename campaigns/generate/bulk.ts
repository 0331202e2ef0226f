import type { Cell, Expression, Program, Statement, Thread } from '../program/ast.js';
import { LOCALS } from '../program/ast.js';
import type { Random } from '../random.js';
import { Scope } from './scope.js';
import { STRAIGHT, locals } from './shape.js';
import { assertion, load, simple, store } from './statements.js';

const FLAG: Cell = { type: { bits: 32, signed: true }, access: 'atomic', place: 'global', initial: 0 };

/**
 * Generates random JavaScript that copies several elements at once, often between accesses to a flag that order the
 * threads, and also accesses elements one by one.
 */
export function bulk(random: Random): Program {
  const language = 'javascript';
  const element: Cell = {
    type: { bits: random.pick([8, 8, 16, 32, 64]), signed: random.chance(0.5) },
    access: random.chance(0.8) ? 'atomic' : 'volatile',
    place: 'array',
    initial: 0,
  };
  const flags = random.chance(0.7) ? [FLAG] : [FLAG, FLAG];
  const elements = Array.from({ length: 2 + random.below(3) }, () => element);
  const scope = new Scope(random, language, [...flags, ...elements], {
    ...STRAIGHT,
    assertions: random.chance(0.4),
  });
  const count = random.chance(0.75) ? 2 : 3;
  const bodies = Array.from({ length: count }, () =>
    Array.from({ length: 1 + random.below(count === 2 ? 3 : 2) }, () => statement(scope)).flat(),
  );
  const threads = bodies.map((body): Thread => ({ ...locals(random, language, body), body }));
  const last = random.chance(0.2) ? { last: random.below(4) } : {};
  return { language, cells: scope.cells, mutexes: 0, conditions: 0, threads, ...last };
}

function statement(scope: Scope): readonly Statement[] {
  const { random } = scope;
  return random.weighted<() => readonly Statement[]>([
    [10, () => [copy(scope)]],
    [25, () => published(scope)],
    [25, () => guarded(scope)],
    [6, () => [random.chance(0.5) ? load(scope) : store(scope, true)]],
    [4, () => simple(scope)],
    [scope.features.assertions ? 6 : 0, () => [copy(scope), assertion(scope)]],
  ])();
}

/** Generates a copy, or occasionally an access to one element. */
function accessed(scope: Scope): Statement {
  return scope.random.chance(0.75) ? copy(scope) : scope.random.chance(0.5) ? load(scope) : store(scope, true);
}

function published(scope: Scope): readonly Statement[] {
  const { random } = scope;
  const value: Expression = { kind: 'constant', value: 1 + random.below(2) };
  return [accessed(scope), { kind: 'store', to: { cell: flag(scope) }, value, order: order(random) }];
}

function guarded(scope: Scope): readonly Statement[] {
  const { random } = scope;
  const to = LOCALS - 1;
  const then = random.chance(0.7) ? [accessed(scope)] : [accessed(scope), ...published(scope)];
  const otherwise = random.chance(0.2) ? [accessed(scope)] : [];
  const comparison = random.pick(['!=', '!=', '==', '>'] as const);
  const value = random.chance(0.8) ? 0 : 1;
  return [
    { kind: 'load', to, from: { cell: flag(scope) }, order: order(random) },
    { kind: 'if', condition: { local: to, comparison, value }, then, otherwise },
  ];
}

function flag({ random, cells }: Scope): number {
  return random.below(cells.filter(({ place }) => place !== 'array').length);
}

/** Mostly returns the order that synchronises threads. */
function order(random: Random): 'seq_cst' | 'relaxed' {
  return random.chance(0.9) ? 'seq_cst' : 'relaxed';
}

/** Copies all elements, or some. */
function copy(scope: Scope): Statement {
  const { random, cells } = scope;
  const first = cells.findIndex(({ place }) => place === 'array');
  const all = cells.length - first;
  const skipped = random.chance(0.6) ? 0 : random.below(all);
  const count = random.chance(0.6) ? all - skipped : 1 + random.below(all - skipped);
  const start = first + skipped;
  if (random.chance(0.5)) {
    const to = Array.from({ length: count }, () => scope.local());
    return { kind: 'bulk-load', from: start, to, by: random.pick(['slice', 'slice', 'constructor']) };
  }
  const same = scope.expression();
  if (random.chance(0.3))
    return { kind: 'bulk-store', to: start, values: Array.from({ length: count }, () => same), by: 'fill' };
  const values = Array.from({ length: count }, () => scope.expression());
  return { kind: 'bulk-store', to: start, values, by: random.pick(['list', 'typed array']) };
}
