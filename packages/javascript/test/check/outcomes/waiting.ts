import type { Case } from './case.js';
import { DEADLOCK, SLEEP } from './case.js';

/** Waiting and waking. */
export const WAITING: Readonly<Record<string, Case>> = {
  'a store and a notification': {
    threads: { a: '() => Atomics.wait(m, 0, 0)', b: '() => { Atomics.store(m, 0, 1); return Atomics.notify(m, 0); }' },
    outcomes: ['["ok",1]', '["not-equal",0]'],
  },
  'a notification alone may come too early': {
    threads: { a: '() => Atomics.wait(m, 0, 0)', b: '() => Atomics.notify(m, 0)' },
    outcomes: ['["ok",1]', DEADLOCK],
  },
  'a notification before the store may be lost': {
    threads: { a: '() => Atomics.wait(m, 0, 0)', b: '() => { Atomics.notify(m, 0); Atomics.store(m, 0, 1); }' },
    outcomes: ['["ok",null]', '["not-equal",null]', DEADLOCK],
  },
  'one of two sleepers is woken': {
    threads: { a: '() => Atomics.wait(m, 0, 0)', b: '() => Atomics.wait(m, 0, 0)', c: '() => Atomics.notify(m, 0, 1)' },
    outcomes: [DEADLOCK],
  },
  'two notifications of one each': {
    threads: {
      a: '() => { Atomics.add(m, 1, 1); return Atomics.wait(m, 0, 0); }',
      b: '() => { Atomics.store(m, 0, 1); return Atomics.notify(m, 0, 1) + Atomics.notify(m, 0, 1); }',
    },
    outcomes: ['["ok",1]', '["not-equal",0]'],
  },
  'all sleepers are woken, or see the value': {
    threads: {
      a: '() => Atomics.wait(m, 0, 0)',
      b: '() => Atomics.wait(m, 0, 0)',
      c: '() => { Atomics.store(m, 0, 1); return Atomics.notify(m, 0); }',
    },
    outcomes: ['["ok","ok",2]', '["ok","not-equal",1]', '["not-equal","ok",1]', '["not-equal","not-equal",0]'],
  },
  'a notification of another word wakes no thread': {
    threads: { a: '() => Atomics.wait(m, 0, 0)', b: '() => { Atomics.store(m, 0, 1); return Atomics.notify(m, 1); }' },
    outcomes: ['["not-equal",0]', DEADLOCK],
  },
  'a notification of none wakes no thread': {
    threads: {
      a: '() => Atomics.wait(m, 0, 0)',
      b: '() => { Atomics.store(m, 0, 1); return Atomics.notify(m, 0, 0); }',
    },
    outcomes: ['["not-equal",0]', DEADLOCK],
  },
  'time is over without a notification': {
    threads: { a: '() => Atomics.wait(m, 0, 0, 5)' },
    outcomes: ['["timed-out"]'],
  },
  'another value is no reason to wait': { threads: { a: '() => Atomics.wait(m, 0, 1)' }, outcomes: ['["not-equal"]'] },
  'a sleeper that no thread wakes': {
    threads: { a: '() => Atomics.wait(m, 0, 0)', b: '() => 1' },
    outcomes: [DEADLOCK],
  },
  'a sleeper on a wide word': {
    setUp: 'const w = new BigInt64Array(s);',
    threads: {
      a: '() => Atomics.wait(w, 1, 0n)',
      b: '() => { Atomics.store(w, 1, 7n); return Atomics.notify(w, 1); }',
    },
    outcomes: ['["ok",1]', '["not-equal",0]'],
  },
  'a sleeper through another view': {
    setUp: 'const other = new Int32Array(s, 4);',
    threads: {
      a: '() => Atomics.wait(m, 1, 0)',
      b: '() => { Atomics.store(other, 0, 1); return Atomics.notify(other, 0); }',
    },
    outcomes: ['["ok",1]', '["not-equal",0]'],
  },
  'a promise is woken, or there is none': {
    threads: {
      a: 'async () => { const { async, value } = Atomics.waitAsync(m, 0, 0); return [async, await value]; }',
      b: '() => { Atomics.store(m, 0, 1); return Atomics.notify(m, 0); }',
    },
    outcomes: ['[[true,"ok"],1]', '[[false,"not-equal"],0]'],
  },
  'a promise whose time is over': {
    threads: { a: 'async () => await Atomics.waitAsync(m, 0, 0, 5).value' },
    outcomes: ['["timed-out"]'],
  },
  'a promise that no thread wakes': {
    threads: { a: 'async () => await Atomics.waitAsync(m, 0, 0).value', b: '() => 1' },
    outcomes: [DEADLOCK],
  },
  'a promise and a sleeper are woken in the order of their coming': {
    threads: {
      a: `async () => {
        const { value } = Atomics.waitAsync(m, 0, 0);
        Atomics.store(m, 1, 1);
        return await value;
      }`,
      b: '() => { while (Atomics.load(m, 1) === 0); return Atomics.notify(m, 0, 1); }',
    },
    outcomes: ['["ok",1]'],
  },
  'what is woken first: a promise or a timer': {
    threads: {
      a: `async () => await Promise.race([Atomics.waitAsync(m, 0, 0).value, (${SLEEP})(5).then(() => 'late')])`,
      b: '() => Atomics.notify(m, 0)',
    },
    outcomes: ['["ok",1]', '["idle",0]', '["late",1]'],
  },
  'sleeping in turns': {
    threads: {
      a: '() => { Atomics.store(m, 0, 1); Atomics.notify(m, 0); while (Atomics.load(m, 1) === 0) Atomics.wait(m, 1, 0); return m[2]; }',
      b: '() => { while (Atomics.load(m, 0) === 0) Atomics.wait(m, 0, 0); m[2] = 5; Atomics.store(m, 1, 1); Atomics.notify(m, 1); }',
    },
    outcomes: ['[5,null]'],
  },
  'if instead of while, when time may be over': {
    threads: {
      a: '() => { if (Atomics.load(m, 0) === 0) Atomics.wait(m, 0, 0, 10); return m[1]; }',
      b: '() => { m[1] = 5; Atomics.store(m, 0, 1); Atomics.notify(m, 0); }',
    },
    outcomes: ['[5,null]', '[0,null]'],
  },
  'a semaphore of one lets in one': {
    setUp:
      'm[0] = 1; const down = () => { for (;;) { const n = Atomics.load(m, 0); if (n > 0 && Atomics.compareExchange(m, 0, n, n - 1) === n) return; if (n === 0) Atomics.wait(m, 0, 0); } };',
    threads: {
      a: '() => { down(); const x = ++m[1]; m[1]--; Atomics.add(m, 0, 1); Atomics.notify(m, 0, 1); return x; }',
      b: '() => { down(); const x = ++m[1]; m[1]--; Atomics.add(m, 0, 1); Atomics.notify(m, 0, 1); return x; }',
    },
    outcomes: ['[1,1]'],
  },
  'a semaphore without a notification': {
    setUp: 'm[0] = 1; const down = () => { while (Atomics.compareExchange(m, 0, 1, 0) !== 1) Atomics.wait(m, 0, 0); };',
    threads: {
      a: '() => { down(); Atomics.store(m, 0, 1); }',
      b: '() => { down(); Atomics.store(m, 0, 1); }',
    },
    outcomes: ['[null,null]', DEADLOCK],
  },
};
