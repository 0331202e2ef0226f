import { table } from './snippet.js';

export const snippets = table(
  {
    'await a value': `const x = await 1; return [x, await [2][0]]`,
    'await a promise': `return [await Promise.resolve(1), await new Promise((r) => r(2)), await Promise.all([3, Promise.resolve(4)])]`,
    'await rejects': `try { await Promise.reject(new Error('no')) } catch (e) { return e.message }`,
    'async functions': `async function f(a, b = a[0]) { return b + (await a[1]) } return [await f([1, 2]), f.name, f.length]`,
    'async arrows': `const f = async (x) => x + 1, g = async x => { await null; return [x] }, h = async () => {}; return [await f(1), await g(2), await h(), f.length]`,
    'async methods': `class A { v = [1]; async m(x) { await 0; return this.v[0] + x } static async s() { return 's' } async #p() { return 'p' } p() { return this.#p() } async ['c' + 1]() { return 'c' } } const o = { async f() { return this === o } }; const a = new A(); return [await a.m(1), await A.s(), await a.p(), await a.c1(), await o.f()]`,
    'super in async methods': `class A { m(x) { return [x, this.v] } get g() { return 7 } } class B extends A { v = 2; async m(x) { await 0; return super.m(x).concat(super.g, super['g']) } } return new B().m(1)`,
    'this and arguments in async arrows': `class A { v = 1; f() { return (async () => [this.v, arguments[0]])() } } return new A().f(5)`,
    'order of microtasks': `const p = (async () => { log(1); await null; log(3) })(); log(2); await p; return 0`,
    'await in expressions': `const f = async (x) => x; const a = [1, 2]; a[await f(0)] += await f(5); a[1] = await f(7); return [a[await f(0)], a?.[await f(1)], await f(1) + (await f(2)), [await f(3)], { p: await f(4) }, f(await f(5), await f(6)) instanceof Promise]`,
    'await in loops': `const out = []; for (let i = await 0; i < (await 3); i += await 1) out.push(i); while ((await out.length) < 4) out.push(await 'x'); for (const x of await [1]) out.push(await x); return out`,
    'await in closures of loops': `const fs = []; for (let i = 0; i < 3; i++) { await null; fs.push(() => i) } return fs.map((f) => f())`,
    'try, catch, finally': `const f = async (g) => { try { return await g() } catch (e) { log('c' + e.message); return 'caught' } finally { await null; log('f') } }; return [await f(async () => 1), await f(async () => { throw new Error('x') })]`,
    'thrown in a parameter': `const f = async (x = (() => { throw new Error('d') })()) => x; try { await f() } catch (e) { return e.message }`,
    'then and catch': `return [await Promise.resolve(1).then((x) => x + 1), await Promise.reject(2).catch((x) => x), await Promise.resolve(3).finally(() => 4), await Promise.resolve(1).then(null, () => 0)]`,
    thenables: `return await { then(resolve) { log('then'); resolve(5) } }`,
    combinators: `const s = await Promise.allSettled([1, Promise.reject(2)]); return [s, await Promise.race([new Promise(() => {}), 3]), await Promise.any([Promise.reject(1), 4])]`,
    'async generators': `async function* g(n) { for (let i = 0; i < n; i++) { await null; yield i } return 'end' } const out = []; for await (const x of g(3)) out.push(x); const it = g(1); return [out, await it.next(), await it.next(), await it.next()]`,
    'async generator methods': `const o = { v: [1], async *g() { yield this.v[0]; yield* [2, 3]; yield Promise.resolve(4) } }; const out = []; for await (const x of o.g()) out.push(x); return out`,
    'return and throw of async generators': `async function* g() { try { yield 1 } catch (e) { yield e } finally { log('f') } } const a = g(); await a.next(); log((await a.throw('x')).value); const b = g(); await b.next(); return [await b.return(7), await a.next()]`,
    'for await over promises': `const out = []; for await (const x of [Promise.resolve(1), 2]) { if (x === 2) continue; out.push(x) } outer: for (const y of [1, 2]) for await (const x of [1, 2, 3]) { if (x === 2) continue outer; out.push([y, x]) } return out`,
    'for await closes': `const it = { [Symbol.asyncIterator]: () => ({ next: async () => ({ value: 1, done: false }), return: async () => (log('closed'), {}) }) }; for await (const x of it) break; return 1`,
    'nested async functions': `const f = async () => { const g = async () => { const h = async () => [await 1][0]; return (await h()) + 1 }; return (await g()) + 1 }; return f()`,
    'await without semicolons': `
      const a = [1]
      await null
      a[0]++
      const x = await a
      ;[a[1]] = await [[5]][0]
      return [x, a]`,
    'an async function without await': `let n = 0; const f = async () => { n++ }; const p = f(); log(n); await p; return n`,
    'named like a keyword': `const async = (x) => x; const o = { async: 1, await: [2] }; return [async(1), o.async, o.await[0], await async(3)]`,
    waitAsync: `const a = new Int32Array(new SharedArrayBuffer(4)); const r = Atomics.waitAsync(a, 0, 1); return [r.async, await r.value]`,
  },
  { async: true },
);
