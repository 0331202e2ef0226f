import type { Program, Statement, Thread } from '../program/ast.js';
import type { Random } from '../random.js';
import { looping } from './loops.js';
import type { Features } from './scope.js';
import { Scope } from './scope.js';
import { NAMED_PLACES, PLACES, STRAIGHT, cells, locals } from './shape.js';
import { simple } from './statements.js';

/** Generates a random program. */
export function generate(random: Random, language: Program['language']): Program {
  const features = featuresOf(random, language);
  // Data races are reported by variable name.
  const named = features.loops || features.assertions ? PLACES[language] : NAMED_PLACES[language];
  const scope = new Scope(random, language, cells(random, language, named), features);
  const count = random.chance(0.75) ? 2 : 3;
  const bodies = Array.from({ length: count }, () => body(scope, count));
  help(scope, bodies);
  const threads = bodies.map((each): Thread => ({ ...locals(random, language, each), body: each }));
  const { mutexes, conditions } = features;
  if (language === 'javascript') {
    const last = features.assertions && random.chance(0.4) ? { last: random.below(4) } : {};
    return { language, cells: scope.cells, mutexes, conditions, threads, ...last };
  }
  const main = mainOf(scope, bodies);
  const first: Thread = { ...locals(random, language, main), body: main };
  return { language, cells: steady(scope, first), mutexes, conditions, threads: [first, ...threads] };
}

function featuresOf(random: Random, language: Program['language']): Features {
  if (random.chance(0.15)) return STRAIGHT;
  if (random.chance(0.1)) return { ...STRAIGHT, mutexes: language === 'c' ? 1 : 0 };
  const mutexes = language === 'c' && random.chance(0.35) ? 1 + random.below(2) : 0;
  return {
    loops: random.chance(0.8),
    assertions: random.chance(0.6),
    recursion: random.chance(0.3),
    mutexes,
    conditions: mutexes > 0 && random.chance(0.4) ? 1 : 0,
    ends: random.chance(0.3),
  };
}

function body(scope: Scope, threads: number): Statement[] {
  const { random, features } = scope;
  const statements: Statement[] = [];
  // An execution needs a few accesses in order not to be SC.
  const more = features === STRAIGHT ? 1 : 0;
  for (let left = (threads === 2 ? 2 : 1) + more + random.below(3); left > 0; left--) {
    const kind = random.next();
    if (features.loops && kind < 0.3) statements.push(...looping(scope));
    else if (kind < 0.4) statements.push(choice(scope));
    else statements.push(...simple(scope));
  }
  return statements;
}

function choice(scope: Scope): Statement {
  const otherwise = scope.random.chance(0.4) ? simple(scope) : [];
  return { kind: 'if', condition: scope.condition(), then: simple(scope), otherwise };
}

/** Adds, for most conditions that threads wait for, code in another thread that makes them true. */
export function help(scope: Scope, bodies: Statement[][]): void {
  const { random } = scope;
  bodies.forEach((statements, t) => {
    for (const statement of [...statements]) {
      if (statement.kind !== 'loop' || statement.test?.first?.kind !== 'load' || !random.chance(0.75)) continue;
      const { from } = statement.test.first;
      const { comparison, value } = statement.test.condition;
      const awaited = comparison === '!=' ? value : Number(value) + 1;
      const store: Statement = {
        kind: 'store',
        to: from,
        value: { kind: 'constant', value: awaited },
        order: scope.storeOrder(from.cell),
      };
      const other = bodies[(t + 1 + random.below(bodies.length - 1)) % bodies.length]!;
      other.splice(random.below(other.length + 1), 0, ...announced(scope, statement.body, store));
    }
  });
}

/** Returns the store, and the signal for the threads that sleep until it happens. */
function announced(scope: Scope, awaiting: readonly Statement[], store: Statement): readonly Statement[] {
  const { random } = scope;
  for (const statement of awaiting) {
    if (statement.kind === 'sleep') {
      const signal: Statement = { kind: 'signal', condition: 0, all: random.chance(0.5) };
      const { mutex } = statement;
      return random.chance(0.6) ? [{ kind: 'lock', mutex }, store, signal, { kind: 'unlock', mutex }] : [store, signal];
    }
    if (statement.kind === 'wait')
      return [store, { kind: 'notify', to: scope.local(), at: statement.at, count: 1 + random.below(2) }];
  }
  return [store];
}

/** Generates main: it starts the threads, may run its own statements, and may wait for the threads. */
export function mainOf(scope: Scope, bodies: readonly (readonly Statement[])[]): readonly Statement[] {
  const { random, cells, features } = scope;
  const own = random.chance(0.2) ? simple(scope) : [];
  const starting = bodies.map((_, i): Statement => ({ kind: 'spawn', thread: i + 1 }));
  const isCareless = features.ends && random.chance(0.4);
  const ending = bodies.flatMap((_, i): Statement[] => {
    const kind = isCareless ? random.pick(['join', 'detach', 'forget'] as const) : 'join';
    return kind === 'forget' ? [] : [{ kind, thread: i + 1 }];
  });
  if (random.chance(0.3)) ending.reverse();
  const freed = new Set([...bodies.flat(), ...own].flatMap(freedBy));
  const observed = cells.map((_, i) => i).filter((i) => !freed.has(i) || random.chance(0.2));
  const last: Statement[] = observed.map((cell) => ({ kind: 'observe', cell }));
  return [...starting, ...own, ...ending, ...last];
}

function freedBy(statement: Statement): readonly number[] {
  if (statement.kind === 'free') return [statement.cell];
  return statement.kind === 'if' ? [...statement.then, ...statement.otherwise].flatMap(freedBy) : [];
}

/**
 * Returns the cells, with those on main's stack made global if main does not join all threads: they live only as long
 * as main.
 */
export function steady({ cells }: Scope, { body }: Thread): Program['cells'] {
  const started = body.filter(({ kind }) => kind === 'spawn').length;
  if (body.filter(({ kind }) => kind === 'join').length === started) return cells;
  return cells.map((cell) => (cell.place === 'stack' ? { ...cell, place: 'global' } : cell));
}
