import type { ModelName } from '@fencepost/core';

/** Threads over a SharedArrayBuffer `s` of 64 bytes, and all that can come of them. */
export interface Case {
  /** By name, in order; what each gives is part of the outcome. */
  readonly threads: Readonly<Record<string, string>>;
  /** Besides `s`, and `m`, its words. */
  readonly setUp?: string;
  readonly model?: ModelName;
  /** What the threads give, as JSON (`idle` if it is done but could still be woken); or what goes wrong. */
  readonly outcomes: readonly string[];
}

const DEADLOCK = 'deadlock';
const take = 'while (Atomics.exchange(m, 0, 1) === 1);';
const release = 'Atomics.store(m, 0, 0);';
const sleep = '(ms) => new Promise((resolve) => setTimeout(resolve, ms))';

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
  'a notification of another word wakes nobody': {
    threads: { a: '() => Atomics.wait(m, 0, 0)', b: '() => { Atomics.store(m, 0, 1); return Atomics.notify(m, 1); }' },
    outcomes: ['["not-equal",0]', DEADLOCK],
  },
  'a notification of none wakes nobody': {
    threads: {
      a: '() => Atomics.wait(m, 0, 0)',
      b: '() => { Atomics.store(m, 0, 1); return Atomics.notify(m, 0, 0); }',
    },
    outcomes: ['["not-equal",0]', DEADLOCK],
  },
  'time is over when nobody comes': { threads: { a: '() => Atomics.wait(m, 0, 0, 5)' }, outcomes: ['["timed-out"]'] },
  'another value is no reason to wait': { threads: { a: '() => Atomics.wait(m, 0, 1)' }, outcomes: ['["not-equal"]'] },
  'a sleeper that nobody wakes': { threads: { a: '() => Atomics.wait(m, 0, 0)', b: '() => 1' }, outcomes: [DEADLOCK] },
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
  'a promise that nobody wakes': {
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
      a: `async () => await Promise.race([Atomics.waitAsync(m, 0, 0).value, (${sleep})(5).then(() => 'late')])`,
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
  'a loop that waits for what nobody writes': {
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
    outcomes: ['crash: Error: left'],
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

/** Timers and promises. */
export const TURNS: Readonly<Record<string, Case>> = {
  'timers in the order of their times': {
    threads: {
      a: `async () => { const got = []; const sleep = ${sleep}; await Promise.all([sleep(9).then(() => got.push(9)), sleep(3).then(() => got.push(3))]); return got; }`,
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
      a: `async () => { while (Atomics.load(m, 0) === 0) await (${sleep})(1); return m[1]; }`,
      b: '() => { m[1] = 2; Atomics.store(m, 0, 1); }',
    },
    outcomes: ['[2,null]'],
  },
  'polling for what never comes': {
    threads: { a: `async () => { while (Atomics.load(m, 0) === 0) await (${sleep})(1); }`, b: '() => 1' },
    outcomes: [DEADLOCK],
  },
  'polling three times': {
    threads: {
      a: `async () => { for (let i = 0; i < 3; i++) { if (Atomics.load(m, 0)) return i; await (${sleep})(1); } return 'late'; }`,
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

/** Sizes, kinds and lengths. */
export const KINDS: Readonly<Record<string, Case>> = {
  'a word in two halves': {
    setUp: 'const h = new Uint16Array(s);',
    threads: { a: '() => { m[0] = 0x00010001; }', b: '() => [h[0], h[1]]' },
    outcomes: ['[null,[0,0]]', '[null,[0,1]]', '[null,[1,1]]'],
  },
  'a double is written whole': {
    setUp: 'const d = new Float64Array(s);',
    threads: { a: '() => { d[0] = 1.5; d[0] = -2; }', b: '() => d[0]' },
    outcomes: ['[null,0]', '[null,1.5]', '[null,-2]'],
  },
  'a wide word is written whole': {
    setUp: 'const w = new BigInt64Array(s);',
    threads: { a: '() => { w[0] = -1n; }', b: '() => String(w[0])' },
    outcomes: ['[null,"0"]', '[null,"-1"]'],
  },
  'two words that a DataView reads as one': {
    setUp: 'const v = new DataView(s);',
    threads: { a: '() => { v.setFloat64(0, 1); }', b: '() => v.getFloat64(0)' },
    outcomes: ['[null,0]', '[null,1]'],
  },
  'bytes the other way round': {
    threads: { a: '() => { new DataView(s).setInt32(0, 1); }', b: '() => new DataView(s).getInt32(0, true)' },
    outcomes: ['[null,0]', '[null,16777216]'],
  },
  'small integers wrap': {
    setUp: 'const b = new Uint8Array(s); b[0] = 250;',
    threads: { a: '() => Atomics.add(b, 0, 10)', b: '() => Atomics.add(b, 0, 300)' },
    outcomes: ['[250,4]', '[38,250]'],
  },
  'a store gives what it was given': {
    setUp: 'const b = new Int8Array(s);',
    threads: { a: '() => [Atomics.store(b, 0, 200), b[0]]' },
    outcomes: ['[[200,-56]]'],
  },
  'clamped, rounded, and no number': {
    setUp: 'const c = new Uint8ClampedArray(s); const f = new Float32Array(s, 8);',
    threads: {
      a: '() => { c[0] = 300; c[1] = -5; c[2] = 1.5; f[0] = 0.1; f[1] = NaN; return [c[0], c[1], c[2], f[0] === 0.1, f[1]]; }',
    },
    outcomes: ['[[255,0,2,false,null]]'],
  },
  'beyond the end there is nothing': {
    threads: {
      a: '() => { m[16] = 1; m[-1] = 1; m[1.5] = 1; return [m[16], m[-1], m[1.5], m.length].map(String); }',
      b: '() => m[0]',
    },
    outcomes: ['[["undefined","undefined","undefined","16"],0]'],
  },
  'a buffer that set-up code lets grow': {
    setUp: 'const g = new SharedArrayBuffer(4, { maxByteLength: 16 }); const v = new Int32Array(g); g.grow(12);',
    threads: { a: '() => { Atomics.store(v, 2, 5); return v.length; }', b: '() => Atomics.load(v, 2)' },
    outcomes: ['[3,0]', '[3,5]'],
  },
  'a buffer that a thread lets grow': {
    setUp: 'const g = new SharedArrayBuffer(4, { maxByteLength: 16 });',
    threads: { a: '() => { g.grow(8); }', b: '() => g.byteLength' },
    outcomes: ['JS_UNSUPPORTED'],
  },
  'an atomic word and a byte of it': {
    setUp: 'const b = new Uint8Array(s);',
    threads: { a: '() => { Atomics.store(m, 0, 0x0102); }', b: '() => b[0]' },
    outcomes: ['[null,0]', '[null,2]'],
  },
  'buffers that threads make are their own': {
    threads: {
      a: '() => Atomics.add(new Int32Array(new SharedArrayBuffer(4)), 0, 1)',
      b: '() => Atomics.add(new Int32Array(new SharedArrayBuffer(4)), 0, 1)',
    },
    outcomes: ['[0,0]'],
  },
};

/** What the models allow. */
const sb = { a: '() => { m[0] = 1; return m[4]; }', b: '() => { m[4] = 1; return m[0]; }' };
const mp = { a: '() => { m[0] = 1; m[4] = 1; }', b: '() => [m[4], m[0]]' };
export const MODELS: Readonly<Record<string, Case>> = {
  'store buffering under SC': { threads: sb, model: 'sc', outcomes: ['[0,1]', '[1,0]', '[1,1]'] },
  'store buffering under TSO': { threads: sb, model: 'tso', outcomes: ['[0,0]', '[0,1]', '[1,0]', '[1,1]'] },
  'store buffering with Atomics': {
    threads: {
      a: '() => { Atomics.store(m, 0, 1); return m[4]; }',
      b: '() => { Atomics.store(m, 4, 1); return m[0]; }',
    },
    model: 'pso',
    outcomes: ['[0,1]', '[1,0]', '[1,1]'],
  },
  'message passing under TSO': {
    threads: mp,
    model: 'tso',
    outcomes: ['[null,[0,0]]', '[null,[0,1]]', '[null,[1,1]]'],
  },
  'message passing under PSO': {
    threads: mp,
    model: 'pso',
    outcomes: ['[null,[0,0]]', '[null,[0,1]]', '[null,[1,0]]', '[null,[1,1]]'],
  },
  'load buffering under PSO': {
    threads: { a: '() => { const x = m[0]; m[4] = 1; return x; }', b: '() => { const x = m[4]; m[0] = 1; return x; }' },
    model: 'pso',
    outcomes: ['[0,0]', '[0,1]', '[1,0]'],
  },
  'reads of one word do not go back': {
    threads: { a: '() => { m[0] = 1; m[0] = 2; }', b: '() => [m[0], m[0]]' },
    model: 'pso',
    outcomes: ['[null,[0,0]]', '[null,[0,1]]', '[null,[0,2]]', '[null,[1,1]]', '[null,[1,2]]', '[null,[2,2]]'],
  },
  'a thread sees its own stores': {
    threads: { a: '() => { m[0] = 1; return [m[0], m[4]]; }', b: '() => { m[4] = 1; return [m[4], m[0]]; }' },
    model: 'tso',
    outcomes: ['[[1,0],[1,0]]', '[[1,0],[1,1]]', '[[1,1],[1,0]]', '[[1,1],[1,1]]'],
  },
  'increments that are lost': {
    threads: { a: '() => m[0]++', b: '() => m[0]++' },
    outcomes: ['[0,0]', '[0,1]', '[1,0]'],
  },
};
