/**
 * Programs whose events must come in the same order natively and on the model. They call `log(event)`; Node runs them as
 * a task of its own. None depends on how long anything takes.
 */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'then chain': `
    Promise.resolve(1).then((x) => { log(x); return x + 1 }).then(log);
    Promise.resolve('a').then(log).then(() => log('b')).then(() => log('c'));
    log('sync')`,
  'executor runs at once': `
    const p = new Promise((resolve) => { log('executor'); resolve('value'); log('after resolve') });
    p.then(log); log('sync')`,
  'resolving with a promise takes two more ticks': `
    const inner = Promise.resolve('inner');
    new Promise((resolve) => resolve(inner)).then(log);
    Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4))`,
  'returning a promise from then': `
    Promise.resolve().then(() => Promise.resolve('returned')).then(log);
    let p = Promise.resolve(); for (let i = 0; i < 6; i++) p = p.then(() => log(i))`,
  thenable: `
    const thenable = { then(resolve) { log('then called'); resolve('thenable') } };
    Promise.resolve(thenable).then(log);
    Promise.resolve().then(() => log(1)).then(() => log(2)); log('sync')`,
  'thenable that throws after it resolved': `
    Promise.resolve({ then(resolve) { resolve('kept'); throw new Error('ignored') } }).then(log, () => log('bad'))`,
  'thenable whose getter throws': `
    const bad = { get then() { throw 'getter' } };
    new Promise((r) => r(bad)).catch((e) => log('caught ' + e)); log('sync')`,
  'first settlement wins': `
    new Promise((resolve, reject) => { resolve(1); reject(2); resolve(3); throw 4 }).then(log, (e) => log('bad ' + e))`,
  'resolving a promise with itself': `
    let resolve; const p = new Promise((r) => { resolve = r }); resolve(p);
    p.catch((e) => log(e.constructor.name + ': ' + e.message))`,
  'catch and rethrow': `
    Promise.reject(1).catch((e) => { log('c' + e); throw e + 1 }).catch((e) => { log('d' + e); return e }).then(log)`,
  'rejections pass through then': `
    Promise.reject('no').then(() => log('never')).then(() => log('never')).catch(log).then(() => log('end'));
    Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3))`,
  'then with no functions': `Promise.resolve(7).then(1, 2).then(null).then(log)`,
  finally: `
    Promise.resolve('v').finally((...a) => { log('finally ' + a.length); return 'ignored' }).then(log);
    Promise.reject('r').finally(() => log('finally 2')).catch(log);
    Promise.resolve('x').finally(() => { throw 'replaced' }).catch(log);
    Promise.resolve('y').finally(() => Promise.reject('also replaced')).catch(log);
    let p = Promise.resolve(); for (let i = 0; i < 8; i++) p = p.then(() => log(i))`,
  'async function interleaving': `
    async function a() { log('a1'); await b(); log('a2'); await null; log('a3') }
    async function b() { log('b1'); await undefined; log('b2') }
    a().then(() => log('a done')); log('sync');
    Promise.resolve().then(() => log('t1')).then(() => log('t2')).then(() => log('t3')).then(() => log('t4'))`,
  'returning a promise from an async function': `
    async function f() { return Promise.resolve('f') }
    async function g() { return await Promise.resolve('g') }
    async function h() { return 'h' }
    f().then(log); g().then(log); h().then(log);
    let p = Promise.resolve(); for (let i = 0; i < 6; i++) p = p.then(() => log(i))`,
  'await of a thenable': `
    (async () => { log(await { then(r) { log('called'); r('got') } }); })();
    let p = Promise.resolve(); for (let i = 0; i < 4; i++) p = p.then(() => log(i))`,
  'await of a rejected promise': `
    (async () => {
      try { await Promise.reject('x') } catch (e) { log('caught ' + e) } finally { log('finally') }
      try { await (async () => { throw 'y' })() } catch (e) { log('caught ' + e); throw 'z' } finally { await 0; log('finally 2') }
    })().catch((e) => log('out ' + e));
    let p = Promise.resolve(); for (let i = 0; i < 6; i++) p = p.then(() => log(i))`,
  'errors before the first await reject': `
    async function f(x = (() => { throw 'default' })()) { log('never') }
    async function g({ a }) { log('never') }
    f().catch(log); g().catch((e) => log(e.constructor.name)); log('sync')`,
  'await in all kinds of expressions': `
    (async () => {
      const o = { a: await 1, ['b' + (await 2)]: [await 3, ...(await [4, 5])] };
      log(JSON.stringify(o)); log(\`t \${await 6} \${(await 7) + 1}\`);
      log((await (async (x) => x * 2)(4)) + await 1 - -(await 1));
      log(await (await { then: (r) => r([1, 2]) })[1]);
      const f = async (a, { b = 2, c } = {}, ...rest) => [a, b, c, rest.length, typeof await a];
      log(JSON.stringify(await f(1))); log(JSON.stringify(await f(1, { b: 5, c: 6 }, 7, 8)));
      if (await true) log('yes'); else log('no');
      for (let i = await 0; i < await 2; i += await 1) log('i' + i);
      let n = 0; while ((await n) < 2) n++; do { n-- } while (await n); log(n);
      switch (await 'k') { case await 'j': log('j'); case await 'k': log('k'); default: log('d') }
      log(await null ?? await 'nullish'); log(await 0 || await 'or'); log(typeof await 1); log(!await 0);
    })()`,
  'statements that begin with await': `
    (async () => {
      const x = [1]
      await x
      const y = 2
      await y
      log(x.length)
      await log('z')
      ;[await 3].forEach(log)
    })()`,
  'await on a line of its own': `
    (async () => { log(await
      // a comment
      5); const f = async () =>
        'six'
      log(await f())
    })()`,
  'this and arguments': `
    const o = {
      v: 'o', async m() { await 0; return this.v + arguments.length }, f: async function () { return this.v + arguments[1] },
      arrow() { return (async (x) => { await 0; return this.v + x + arguments[0] })('x') },
      defaults() { return (async (x, y = arguments[0]) => x + y)(...[]) },
    };
    o.m(1, 2).then(log); o.f(1, 2).then(log); o.arrow('arg').then(log); o.defaults('d').then(log);
    log([o.m.length, o.f.length, (async (a, b = 1) => 0).length, (async (a, [b], ...c) => 0).length, (async a => a).length]);
    log([o.m.name, o.f.name, (async function named() {}).name])`,
  'super in async methods': `
    class A { get g() { return 'g' + this.n } m(x) { return 'A.m' + x + this.n } async am(...a) { await 0; return 'A.am' + a } static s() { return 'A.s' + this.name } }
    class B extends A {
      n = 1;
      async m(x) { await 0; return super.m(x) + super.g + super['m'](await 2) }
      async am(...a) { return (await super.am(...a)) + '!' + await super.am() }
      static async s() { return super.s() + (await (async () => super.s())()) }
      plain() { return (async () => { await 0; return super.m('arrow') + (() => super.g)() })() }
      async set() { super.n = 5; await 0; super.n += 1; return this.n }
      async *gen() { yield super.m('gen'); yield* [await super.am('g')] }
    }
    const b = new B();
    (async () => {
      log(await b.m('x')); log(await b.am(1, 2)); log(await B.s()); log(await b.plain()); log(String(await b.set()));
      for await (const x of b.gen()) log(x);
    })()`,
  'super in object literals': `
    const base = { hi() { return 'base ' + this.n } };
    const o = { __proto__: base, n: 3, async hi() { await 0; return super.hi() }, async ['c' + 1]() { return super.hi() + 'c' } };
    o.hi().then(log); o.c1().then(log)`,
  'private, static and computed methods, fields': `
    const k = 'key';
    class C {
      #p = 1; x
      async [k](a) { await 0; return this.#p + a + await this.#priv(2) }
      async #priv(y) { return y * 2 }
      static async *[k]() { yield 1 }
      static async st() { return await new C()[k](1) }
      field = async () => { await 0; return this.#p }
      async = 'name'
      async 'quoted name'() { return 'q' } async 12() { return 'n' }
      static static = async (z) => z
      get y() { return 1 }
      async
      async2() { return 'plain' }
    }
    (async () => {
      const c = new C();
      log(await c.key(10)); log(await C.st()); log(await c.field()); log(await c['quoted name']()); log(await c[12]());
      log(await C.static('s')); log(c.async2()); for await (const v of C.key()) log(v);
      log(await new (class { x
        async *[k]() { yield 'own' } })().key().next().then((r) => r.value))
    })()`,
  'async as a name': `
    const async = (x) => 'called ' + x; log(async(1)); log(async (2));
    const o = { async, async: 3, get async2() { return 4 } }; log(o.async);
    (async (async) => { log(await async) })(5)`,
  'arrow functions of all shapes': `
    const fs = [async () => ({ a: 1 }), async x => x, async (x) => { return x }, async ( /* ) */ x, y, ) => [x, y], async ({ a }, [b]) => a + b, async (...r) => r,
      async x => async y => x + y, async (x = 1) => x, async () => {}]
    ;(async () => { for (const f of fs) { const r = await f({ a: 1 }, [2]); log(JSON.stringify(typeof r === 'function' ? await r('!') : r) ?? 'undefined') } })()`,
  'function expression after a block arrow': `
    let r = async () => { log('body') }
    (r)()
    const s = async () => 'e'
    ;[s].forEach((f) => f().then(log))`,
  'hoisting and recursion': `
    fact(5).then(log);
    async function fact(n) { return n < 2 ? 1 : n * await fact(n - 1) }
    const fib = async function self(n) { return n < 2 ? n : await self(n - 1) + await self(n - 2) };
    fib(7).then(log)`,
  'Promise.all': `
    Promise.all([1, Promise.resolve(2), { then: (r) => r(3) }, (async () => 4)()]).then((v) => log(v));
    Promise.all([]).then((v) => log('empty ' + v.length));
    Promise.all([Promise.reject('first'), Promise.reject('second')]).catch(log);
    Promise.all(5).catch((e) => log(e.constructor.name));
    let p = Promise.resolve(); for (let i = 0; i < 6; i++) p = p.then(() => log(i))`,
  'Promise.allSettled': `
    Promise.allSettled([1, Promise.reject('no'), new Promise((r) => setTimeout(r, 3, 'late'))]).then((v) => log(JSON.stringify(v)));
    Promise.allSettled([]).then((v) => log(JSON.stringify(v)))`,
  'Promise.any and Promise.race': `
    Promise.any([Promise.reject(1), Promise.resolve(2), 3]).then(log);
    Promise.any([Promise.reject(1), Promise.reject(2)]).catch((e) => log(e.constructor.name + e.errors + e.message));
    Promise.any([]).catch((e) => log(e.errors.length));
    Promise.race([new Promise((r) => setTimeout(r, 5, 'slow')), new Promise((_, r) => setTimeout(r, 2, 'fast'))]).catch(log);
    Promise.race([Promise.reject('now'), 1]).catch(log);
    let p = Promise.resolve(); for (let i = 0; i < 5; i++) p = p.then(() => log(i))`,
  'combinators close the iterator': `
    const iterable = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return() { log('closed'); return {} } }) };
    class P extends Promise { static resolve() { throw 'resolve' } }
    P.all(iterable).catch(log)`,
  subclass: `
    class P extends Promise { constructor(e) { super(e); this.mine = true } static get [Symbol.species]() { return Promise } }
    class Q extends Promise {}
    const p = P.resolve(1); log([p instanceof P, p instanceof Promise, p.mine, p.then() instanceof P]);
    const q = Q.resolve(1); log([q.then() instanceof Q, q.finally(() => 1) instanceof Q, Q.all([]) instanceof Q, Promise.resolve(q) === q, Q.resolve(q) === q]);
    (async () => { log(await p); log(await q) })();
    let t = Promise.resolve(); for (let i = 0; i < 5; i++) t = t.then(() => log(i));
    log([String(p), Object.prototype.toString.call(Promise.resolve()), Promise.name, Promise.length]);
    try { Promise(() => 1) } catch (e) { log(e.constructor.name) }
    try { new Promise(1) } catch (e) { log(e.constructor.name) }`,
  'async generator': `
    async function* g() { log('start'); const x = yield 1; log('got ' + x); const y = yield Promise.resolve(2); log('got ' + y); return Promise.resolve(3) }
    (async () => { const it = g(); for (const v of ['a', 'b', 'c', 'd']) log(JSON.stringify(await it.next(v))) })();
    let p = Promise.resolve(); for (let i = 0; i < 14; i++) p = p.then(() => log(i))`,
  'async generator requests queue': `
    async function* g() { try { yield 1; await null; yield 2 } finally { log('cleanup'); await 0 } }
    const it = g(); const show = (n) => (r) => log(n + JSON.stringify(r));
    it.next().then(show('a')); it.next().then(show('b')); it.return('r').then(show('c')); it.next().then(show('d')); it.throw('t').catch((e) => log('e' + e));
    it.return(Promise.resolve('last')).then(show('f'));
    let p = Promise.resolve(); for (let i = 0; i < 16; i++) p = p.then(() => log(i))`,
  'async generator return and throw': `
    async function* g() { try { yield 1 } catch (e) { log('in ' + e); yield 'after' } finally { yield 'fin' } }
    (async () => {
      let it = g(); await it.next(); log(JSON.stringify(await it.throw('x'))); log(JSON.stringify(await it.return('y'))); log(JSON.stringify(await it.next())); log(JSON.stringify(await it.next()));
      it = g(); log(JSON.stringify(await it.return(Promise.resolve('early')))); log(JSON.stringify(await it.next()));
      it = g(); await it.throw('t').catch(log); log(JSON.stringify(await it.next()));
      it = g(); await it.next(); log(JSON.stringify(await it.return(Promise.reject('rej')))); 
    })();
    let p = Promise.resolve(); for (let i = 0; i < 40; i++) p = p.then(() => log(i))`,
  'async generator fails': `
    async function* g() { yield 1; throw 'boom' }
    async function* h() { yield Promise.reject('rejected') }
    (async () => { try { for await (const x of g()) log(x) } catch (e) { log(e) } try { for await (const x of h()) log(x) } catch (e) { log(e) } })();
    const it = g(); it.next(); it.next().catch(() => log('c')); it.next().then((r) => log(r.done))`,
  'yield* in async generators': `
    async function* inner() { try { const x = yield 'i1'; log('inner got ' + x); yield 'i2' } catch (e) { log('inner caught ' + e); yield 'recovered' } finally { log('inner finally') } return 'result' }
    async function* outer() { const r = yield* inner(); log('r ' + r); yield* ['s1', Promise.resolve('s2')]; }
    (async () => {
      let it = outer(); const show = async (r) => log(JSON.stringify(await r));
      await show(it.next()); await show(it.next('v')); await show(it.next()); await show(it.next()); await show(it.next());
      it = outer(); await show(it.next()); await show(it.throw('err')); await show(it.return('bye')); await show(it.next());
      it = outer(); await show(it.next()); await show(it.return(Promise.resolve('quick'))); await show(it.next());
    })();
    let p = Promise.resolve(); for (let i = 0; i < 60; i++) p = p.then(() => log(i))`,
  'yield* over things without methods': `
    const bare = { [Symbol.asyncIterator]: () => ({ next: async () => ({ value: 'v', done: false }) }) };
    async function* g() { yield* bare }
    (async () => {
      let it = g(); log(JSON.stringify(await it.next())); log(JSON.stringify(await it.return('ret')));
      it = g(); await it.next(); await it.throw('t').catch((e) => log(e.constructor.name));
    })()`,
  'for await over sync iterables': `
    (async () => {
      for await (const x of [1, Promise.resolve(2), { then: (r) => r(3) }]) log(x);
      for await (const [a, { b }] of [[1, { b: 2 }]]) log(a + b);
      let y; for await (y of [4]); log(y); const o = {}; for await (o.p of [5]); for await (o['q' + 1] of [6]); for await ({ r: o.r } of [{ r: 7 }]); log(JSON.stringify(o));
      for await (var v of [8]) log(v); log(v)
    })();
    let p = Promise.resolve(); for (let i = 0; i < 30; i++) p = p.then(() => log(i))`,
  'for await closes its iterator': `
    const make = (name, n = 9) => ({ i: 0, [Symbol.asyncIterator]() { return this }, async next() { return { value: ++this.i, done: this.i > n } }, async return() { log('closed ' + name); return {} } });
    (async () => {
      for await (const x of make('break')) if (x === 2) break;
      try { for await (const x of make('throw')) throw 'err' } catch (e) { log(e) }
      await (async () => { for await (const x of make('return')) return x })().then(log);
      for await (const x of make('not', 1)) log(x);
      outer: for (const i of [1, 2]) for await (const x of make('outer ' + i)) { if (x === 1) continue; log(x); continue outer }
      outer: for await (const i of make('label')) { for await (const x of make('inner' + i)) { if (i < 2) continue outer; break outer } }
      a: b: for await (const i of make('ab', 2)) { for (;;) { log('ab' + i); continue b } }
      try { for await (const { x: { y } } of make('pattern')); } catch (e) { log(e.constructor.name) }
    })();
    let p = Promise.resolve(); for (let i = 0; i < 60; i++) p = p.then(() => log(i))`,
  'for await and errors of the iterator': `
    const failing = (where, error) => ({ [Symbol.asyncIterator]: () => ({ next: async () => { if (where === 'next') throw error; return where === 'result' ? 5 : { value: 1, done: false } }, return: async () => { log('return'); if (where === 'return') throw error; return where === 'closed' ? 5 : {} } }) });
    (async () => {
      for (const where of ['next', 'result', 'return', 'closed']) {
        try { for await (const x of failing(where, 'E')) break } catch (e) { log(where + ' ' + (e.constructor === TypeError ? 'TypeError' : e)) }
        try { for await (const x of failing(where, 'E')) throw 'body' } catch (e) { log(where + ' ' + (e.constructor === TypeError ? 'TypeError' : e)) }
      }
      try { for await (const x of 5) log('never') } catch (e) { log(e.constructor.name) }
      try { for await (const x of null) log('never') } catch (e) { log(e.constructor.name) }
      for await (const x of { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }) }) }) break;
    })()`,
  'for await makes a binding for each iteration': `
    (async () => { const fs = []; for await (const x of [1, 2, 3]) fs.push(async () => x); for (const f of fs) log(await f()) })()`,
  'for await in an async generator': `
    async function* numbers(n) { try { for (let i = 0; i < n; i++) yield i } finally { log('numbers closed') } }
    async function* double(s) { for await (const x of s) { if (x % 2) continue; yield x * 2 } }
    (async () => { for await (const x of double(numbers(9))) { log(x); if (x > 4) break } })();
    let p = Promise.resolve(); for (let i = 0; i < 50; i++) p = p.then(() => log(i))`,
  'two consumers': `
    const queue = []; const waiting = [];
    const take = () => queue.length ? Promise.resolve(queue.shift()) : new Promise((r) => waiting.push(r));
    const put = (x) => waiting.length ? waiting.shift()(x) : queue.push(x);
    const consumer = async (name) => { for (let x; (x = await take()) !== null;) log(name + x) };
    consumer('A').then(() => log('A done')); consumer('B').then(() => log('B done'));
    (async () => { for (const x of [1, 2, 3, 4, null, null]) { put(x); if (x % 2) await 0 } })()`,
  'timers in order': `
    setTimeout(() => log(3), 600); setTimeout(() => log(1), 1); setTimeout(log, 300, 2);
    setTimeout(() => log('zero')); setTimeout(() => log('negative'), -5); setTimeout(() => log('one'), 1)`,
  'microtasks come before timers': `
    setTimeout(() => { log('t1'); Promise.resolve().then(() => log('m1')); process.nextTick(() => log('n1')) }, 1);
    setTimeout(() => log('t2'), 1);
    queueMicrotask(() => log('q')); Promise.resolve().then(() => log('p')); process.nextTick(log, 'n'); log('sync')`,
  'nextTick and microtasks': `
    Promise.resolve().then(() => { log('p1'); process.nextTick(() => log('n2')); Promise.resolve().then(() => log('p2')) });
    process.nextTick(() => { log('n1'); Promise.resolve().then(() => log('p3')); process.nextTick(() => log('n3')) });
    queueMicrotask(() => log('q'))`,
  immediates: `
    setImmediate(() => { log('i1'); setImmediate(() => { log('i3'); later() }); process.nextTick(() => log('n')); Promise.resolve().then(() => log('p')) });
    setImmediate(log, 'i2'); const no = setImmediate(() => log('never')); clearImmediate(no);
    const later = () => setTimeout(() => { setTimeout(() => log('timer'), 0); setImmediate(() => log('immediate')) }, 5)`,
  'intervals and clearing': `
    let n = 0; const id = setInterval((x) => { log(x + n); if (++n === 3) clearInterval(id) }, 2, 'tick');
    const t = setTimeout(() => log('never'), 1); clearTimeout(t); clearTimeout(undefined); clearTimeout({});
    const u = setTimeout(() => log('never'), 1); clearInterval(u);
    const s = setInterval(() => log('never'), 1); s.close()`,
  'await with timers': `
    const sleep = (ms, v) => new Promise((r) => setTimeout(r, ms, v));
    (async () => { log(await sleep(20, 'a')); log(await Promise.race([sleep(9, 'slow'), sleep(1, 'fast')])); log(await sleep(1, 'b')) })();
    sleep(1, 'first').then(log); log('sync')`,
  'a rejection that is handled in time': `
    const p = Promise.reject('late'); queueMicrotask(() => queueMicrotask(() => p.catch(log)));
    const q = (async () => { throw 'q' })(); process.nextTick(() => q.catch(log))`,
};

/** Programs that end because of an unhandled rejection. The last thing that is logged is the reason. */
export const FAILING_PROGRAMS: Readonly<Record<string, string>> = {
  'an unhandled rejection': `setTimeout(() => log('never'), 1); Promise.resolve().then(() => log('before')); Promise.reject('reason')`,
  'a rejection that is handled too late': `const p = Promise.reject('reason'); setTimeout(() => p.catch(() => log('late')), 1)`,
  'an async function that is not awaited': `(async () => { await null; log('body'); throw 'reason' })()`,
  'only one branch is handled': `const p = Promise.reject('reason'); p.catch(() => log('handled')); p.then(() => log('never'))`,
  'finally does not handle': `Promise.reject('reason').finally(() => log('finally'))`,
  'an error in a timer': `setTimeout(() => { log('timer'); throw 'reason' }, 1); setTimeout(() => log('never'), 5)`,
  'an error in a microtask': `queueMicrotask(() => { throw 'reason' }); Promise.resolve().then(() => log('p'))`,
};
