import type { Cell, Program, Statement, Thread } from '../program/ast.js';
import { LOCALS } from '../program/ast.js';
import type { Random } from '../random.js';
import { expecting, form, grab } from './loops.js';
import { help, mainOf, steady } from './program.js';
import { Scope } from './scope.js';
import { PLACES, STRAIGHT, cells, locals } from './shape.js';
import { load, simple } from './statements.js';

const COUNTER = LOCALS - 1;

/**
 * Generates a random C program with loops that change almost nothing: they store the same value again, count their
 * tries, or inspect one variable after the other.
 */
export function generateRounds(random: Random): Program {
  const shared = withArray(random, cells(random, 'c', PLACES.c));
  const mutexes = random.chance(0.4) ? 1 : 0;
  const features = { ...STRAIGHT, loops: true, assertions: random.chance(0.5), mutexes };
  const scope = new Scope(random, 'c', shared, features);
  const count = random.chance(0.85) ? 2 : 3;
  const own = Array.from({ length: count }, (): Cell => ({
    type: { bits: random.pick([32, 32, 64]), signed: true },
    access: random.pick(['plain', 'atomic', 'atomic']),
    place: random.pick(['global', 'member', 'heap']),
    initial: 0,
  }));
  const rounds = own.map(
    (_, t) => new Rounds(scope, [...shared, ...own], shared.length + t, shared.length + ((t + 1) % count)),
  );
  const bodies = rounds.map((each) => each.body(count));
  const all = new Scope(random, 'c', [...shared, ...own], features);
  help(all, bodies);
  const threads = bodies.map((each): Thread => {
    const body: Statement[] = [...each, { kind: 'set', local: COUNTER, value: { kind: 'constant', value: 0 } }];
    const made = locals(random, 'c', body);
    return { ...made, ...(random.chance(0.8) && { storage: 'variables' as const }), body };
  });
  const main = mainOf(all, bodies);
  const first: Thread = { ...locals(random, 'c', main), body: main };
  return { language: 'c', cells: steady(all, first), mutexes, conditions: 0, threads: [first, ...threads] };
}

/** Adds an array that loops can search. */
function withArray(random: Random, made: readonly Cell[]): readonly Cell[] {
  if (made.some(({ place }) => place === 'array') || random.chance(0.5)) return made;
  const one: Cell = { type: { bits: 32, signed: true }, access: 'atomic', place: 'array', initial: 0 };
  return [...made, one, one];
}

/** Loops of a thread that has its own cell, and reads that of another. */
class Rounds {
  private readonly scope: Scope;
  private readonly cells: readonly Cell[];
  private readonly own: number;
  private readonly others: number;

  constructor(scope: Scope, cells: readonly Cell[], own: number, others: number) {
    this.scope = scope;
    this.cells = cells;
    this.own = own;
    this.others = others;
  }

  body(threads: number): Statement[] {
    const { random } = this.scope;
    const statements: Statement[] = [];
    for (let left = (threads === 2 ? 2 : 1) + random.below(2); left > 0; left--) {
      if (random.chance(0.55)) statements.push(...this.looping());
      else if (random.chance(0.2)) statements.push(this.reading(this.others));
      else if (random.chance(0.25)) statements.push(this.storing(this.others));
      else statements.push(...simple(this.scope));
    }
    return statements;
  }

  private looping(): readonly Statement[] {
    const { scope } = this;
    return scope.random.weighted<() => readonly Statement[]>([
      [4, () => [{ kind: 'loop', form: form(scope), test: expecting(scope), body: this.inside() }]],
      [4, () => this.tries()],
      [2, () => [this.looksThrough()]],
    ])();
  }

  /** Generates the body of a loop, which mostly uses its own cell. */
  private inside(): readonly Statement[] {
    const { random } = this.scope;
    return Array.from({ length: random.below(3) }, () =>
      random.weighted<() => Statement>([
        [4, () => this.storing(this.own)],
        [1, () => this.storing(this.others)],
        [2, () => this.reading(this.own)],
        [1, () => this.reading(this.others)],
        [1, () => load(this.scope)],
      ])(),
    );
  }

  /** Generates a loop with a limited number of tries. Later code may or may not depend on whether they were enough. */
  private tries(): readonly Statement[] {
    const { scope } = this;
    const { random } = scope;
    const limit = 2 + random.below(6);
    const test = random.chance(0.7) ? expecting(scope) : grab(scope);
    const keeps = test.condition.local !== COUNTER;
    const told: Statement = {
      kind: 'if',
      condition: { local: COUNTER, comparison: random.pick(['==', '>', '<']), value: random.chance(0.7) ? limit : 2 },
      then: random.chance(0.5) ? [{ kind: 'set', local: 0, value: { kind: 'constant', value: 7 } }] : simple(scope),
      otherwise: [],
    };
    const reset: Statement = { kind: 'set', local: COUNTER, value: { kind: 'constant', value: 0 } };
    const loop: Statement = {
      ...{ kind: 'for', counter: COUNTER, limit, body: this.inside() },
      test: keeps ? test : expecting(scope),
    };
    return [loop, ...(random.chance(0.6) ? [told] : []), ...(random.chance(0.85) ? [reset] : [])];
  }

  /** Generates a loop over the elements of an array. */
  private looksThrough(): Statement {
    const { scope } = this;
    const first = scope.cells.findIndex(({ place }) => place === 'array');
    const index = scope.local();
    const to = (index + 1) % (LOCALS - 1);
    const [from, count] =
      first === -1 ? [this.others, undefined] : [first, scope.cells.filter(({ place }) => place === 'array').length];
    const target = count === undefined ? { cell: from } : { cell: from, index: { local: index, count } };
    const test = {
      first: {
        kind: 'load' as const,
        to,
        from: target,
        order: this.isPlain(from) ? ('relaxed' as const) : ('seq_cst' as const),
      },
      condition: { local: to, comparison: '!=' as const, value: 1 + scope.random.below(2) },
    };
    const next: Statement = { kind: 'count', local: index, limit: 1 + scope.random.below(2), wraps: true };
    return { kind: 'loop', form: 'while', test, body: [next, ...this.inside()] };
  }

  private storing(cell: number): Statement {
    const { random } = this.scope;
    const value = random.chance(0.8)
      ? { kind: 'constant' as const, value: 1 }
      : { kind: 'local' as const, local: this.scope.local() };
    const order = this.isPlain(cell) ? 'relaxed' : random.pick(['relaxed', 'release', 'seq_cst'] as const);
    return { kind: 'store', to: { cell }, value, order };
  }

  private reading(cell: number): Statement {
    const order = this.isPlain(cell) ? 'relaxed' : this.scope.random.pick(['relaxed', 'acquire', 'seq_cst'] as const);
    return { kind: 'load', to: this.scope.local(), from: { cell }, order };
  }

  private isPlain(cell: number): boolean {
    return this.cells[cell]!.access !== 'atomic';
  }
}
