import type { Case } from './case.js';
import { DEADLOCK, SLEEP } from './case.js';

/** Timers and promises. */
export const TURNS: Readonly<Record<string, Case>> = {
  'timers in the order of their times': {
    threads: {
      a: `async () => { const got = []; const sleep = ${SLEEP}; await Promise.all([sleep(9).then(() => got.push(9)), sleep(3).then(() => got.push(3))]); return got; }`,
    },
    // Anything may take time, also between the two calls.
    outcomes: ['[[3,9]]', '[[9,3]]'],
  },
  'a shorter timer that is set first': {
    threads: {
      a: `async () => { const got = []; const sleep = ${SLEEP}; await Promise.all([sleep(3).then(() => got.push(3)), sleep(9).then(() => got.push(9))]); return got; }`,
    },
    outcomes: ['[[3,9]]'],
  },
  'microtasks before timers': {
    threads: {
      a: "async () => { const got = []; setTimeout(() => got.push('timer')); process.nextTick(() => got.push('tick')); await null; got.push('micro'); await new Promise((r) => setTimeout(r, 5)); return got; }",
    },
    outcomes: ['[["tick","micro","timer"]]'],
  },
  'polling by timers': {
    threads: {
      a: `async () => { while (Atomics.load(m, 0) === 0) await (${SLEEP})(1); return m[1]; }`,
      b: '() => { m[1] = 2; Atomics.store(m, 0, 1); }',
    },
    outcomes: ['[2,null]'],
  },
  'polling for what never comes': {
    threads: { a: `async () => { while (Atomics.load(m, 0) === 0) await (${SLEEP})(1); }`, b: '() => 1' },
    outcomes: [DEADLOCK],
  },
  'polling three times': {
    threads: {
      a: `async () => { for (let i = 0; i < 3; i++) { if (Atomics.load(m, 0)) return i; await (${SLEEP})(1); } return 'late'; }`,
      b: '() => { Atomics.store(m, 0, 1); }',
    },
    outcomes: ['[0,null]', '[1,null]', '[2,null]', '["late",null]'],
  },
  'an interval that ends itself': {
    threads: {
      a: '() => new Promise((resolve) => { let n = 0; const id = setInterval(() => { if (++n === 3) { clearInterval(id); resolve(n); } }, 1); })',
    },
    outcomes: ['[3]'],
  },
  'a critical section with an await': {
    setUp: `const locked = async () => { while (Atomics.exchange(m, 0, 1) === 1) await 0; const x = m[1]; await 0; m[1] = x + 1; Atomics.store(m, 0, 0); return x; };`,
    threads: { a: 'locked', b: 'locked' },
    outcomes: ['[0,1]', '[1,0]'],
  },
  'an await between load and store': {
    setUp: 'const add = async () => { const x = m[0]; await 0; m[0] = x + 1; return x; };',
    threads: { a: 'add', b: 'add' },
    outcomes: ['[0,0]', '[0,1]', '[1,0]'],
  },
  'a promise that nothing settles': {
    threads: { a: 'async () => { await new Promise(() => {}); }' },
    outcomes: [DEADLOCK],
  },
  'a finally after a rejection': {
    threads: {
      a: 'async () => { try { await Promise.reject(1); } catch (e) { return [e, m[0]]; } finally { m[0] = 1; } }',
      b: '() => m[0]',
    },
    outcomes: ['[[1,0],0]', '[[1,0],1]'],
  },
  'the first of several': {
    threads: {
      a: 'async () => await Promise.any([Promise.reject(1), Promise.resolve().then(() => m[0])])',
      b: '() => { m[0] = 4; }',
    },
    outcomes: ['[0,null]', '[4,null]'],
  },
};
