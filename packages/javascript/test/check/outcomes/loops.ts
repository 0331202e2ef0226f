import type { Case } from './case.js';
import { DEADLOCK } from './case.js';

const take = 'while (Atomics.exchange(m, 0, 1) === 1);';
const release = 'Atomics.store(m, 0, 0);';

/** Loops, locks, and how threads end. */
export const LOOPS: Readonly<Record<string, Case>> = {
  'a lock by exchange': {
    threads: {
      a: `() => { ${take} const x = ++m[1]; ${release} return x; }`,
      b: `() => { ${take} const x = ++m[1]; ${release} return x; }`,
    },
    outcomes: ['[1,2]', '[2,1]'],
  },
  'a lock that is never released': {
    threads: { a: `() => { ${take} }`, b: `() => { ${take} }` },
    outcomes: [DEADLOCK],
  },
  'two locks in two orders': {
    setUp: 'const lock = (i) => { while (Atomics.compareExchange(m, i, 0, 1) !== 0); };',
    threads: {
      a: '() => { lock(0); lock(1); m[1] = 0; m[0] = 0; }',
      b: '() => { lock(1); lock(0); m[0] = 0; m[1] = 0; }',
    },
    outcomes: ['[null,null]', DEADLOCK],
  },
  'a ticket lock': {
    setUp:
      'const enter = () => { const mine = Atomics.add(m, 0, 1); while (Atomics.load(m, 1) !== mine); return mine; };',
    threads: {
      a: '() => { const x = enter(); const y = m[2]++; Atomics.add(m, 1, 1); return [x, y]; }',
      b: '() => { const x = enter(); const y = m[2]++; Atomics.add(m, 1, 1); return [x, y]; }',
    },
    outcomes: ['[[0,0],[1,1]]', '[[1,1],[0,0]]'],
  },
  'a loop that counts in a closure': {
    threads: {
      a: "() => { let n = 0; const tick = () => ++n === 3; while (Atomics.load(m, 0) === 0) if (tick()) return 'late'; return 'seen'; }",
      b: '() => { Atomics.store(m, 0, 1); }',
    },
    outcomes: ['["late",null]', '["seen",null]'],
  },
  'a loop that counts in an iterator': {
    threads: {
      a: "() => { const it = [1, 2, 3].values(); while (Atomics.load(m, 0) === 0) if (it.next().done) return 'late'; return 'seen'; }",
      b: '() => { Atomics.store(m, 0, 1); }',
    },
    outcomes: ['["late",null]', '["seen",null]'],
  },
  'a loop that waits for two words': {
    threads: {
      a: '() => { while (Atomics.load(m, 0) + Atomics.load(m, 1) < 2); return m[2]; }',
      b: '() => { m[2] = 4; Atomics.store(m, 0, 1); }',
      c: '() => { Atomics.store(m, 1, 1); }',
    },
    outcomes: ['[4,null,null]'],
  },
  'a loop that waits for a value that no thread writes': {
    threads: { a: '() => { while (Atomics.load(m, 0) !== 2); }', b: '() => { Atomics.store(m, 0, 1); }' },
    outcomes: [DEADLOCK],
  },
  'a loop that sees a value come and go': {
    threads: {
      a: '() => { while (Atomics.load(m, 0) === 0); }',
      b: '() => { Atomics.store(m, 0, 1); Atomics.store(m, 0, 0); }',
    },
    outcomes: ['[null,null]', DEADLOCK],
  },
  'a retry by compareExchange': {
    setUp:
      'const add = () => { for (;;) { const x = Atomics.load(m, 0); if (Atomics.compareExchange(m, 0, x, x + 1) === x) return x; } };',
    threads: { a: '() => add()', b: '() => add()' },
    outcomes: ['[0,1]', '[1,0]'],
  },
  'recursion instead of a loop': {
    threads: {
      a: "() => { const f = (n) => (Atomics.load(m, 0) === 0 ? (n === 2 ? 'late' : f(n + 1)) : 'seen'); return f(0); }",
      b: '() => { Atomics.store(m, 0, 1); }',
    },
    outcomes: ['["late",null]', '["seen",null]'],
  },
  'a loop left by an exception': {
    threads: {
      a: "() => { try { for (;;) if (Atomics.load(m, 0) === 1) throw new Error('out'); } catch (error) { return error.message; } }",
      b: '() => { Atomics.store(m, 0, 1); }',
    },
    outcomes: ['["out",null]'],
  },
  'a loop with a finally': {
    threads: {
      a: '() => { let n = 0; for (;;) { try { if (Atomics.load(m, 0) === 1) return n; } finally { n = 5; } } }',
      b: '() => { Atomics.store(m, 0, 1); }',
    },
    outcomes: ['[0,null]', '[5,null]'],
  },
  'a generator that waits': {
    threads: {
      a: '() => { function* g() { while (Atomics.load(m, 0) === 0) yield; } for (const _ of g()); return m[1]; }',
      b: '() => { m[1] = 3; Atomics.store(m, 0, 1); }',
    },
    outcomes: ['[3,null]'],
  },
  'a thread that throws': {
    threads: { a: "() => { throw new TypeError('no'); }" },
    outcomes: ['crash: TypeError: no'],
  },
  'a thread that throws nothing': {
    threads: { a: '() => { throw undefined; }' },
    outcomes: ['crash: uncaught undefined'],
  },
  'a thread that rejects': {
    threads: { a: "async () => { await 1; throw 'no'; }" },
    outcomes: ['crash: uncaught "no"'],
  },
  'a thread that leaves a rejection': {
    threads: { a: "() => { Promise.reject(new Error('left')); return 1; }" },
    outcomes: ['crash: unhandled rejection: Error: left'],
  },
  'a thread that is a generator': { threads: { a: 'function* () { yield 1; }' }, outcomes: ['JS_UNSUPPORTED'] },
  'a thread that is an async generator': {
    threads: { a: 'async function* () { yield 1; }' },
    outcomes: ['JS_UNSUPPORTED'],
  },
  'a thread that gives something thenable': {
    threads: { a: '() => ({ then: (resolve) => setTimeout(() => resolve(m[0]), 1) })', b: '() => { m[0] = 1; }' },
    outcomes: ['[0,null]', '[1,null]'],
  },
};
