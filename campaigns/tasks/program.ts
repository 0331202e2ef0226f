import type { Random } from '../random.js';

/** Random tasks that share variables, objects, collections, promises and a service. */
export interface TaskProgram {
  readonly tasks: readonly string[];
  /** Whether each call of the service may fail. */
  readonly rejects: boolean;
}

/** What all tasks share. `s` is the service; its rows are `rows`. */
export const SHARED = `
  let x = 0, y = 0, flag = false, open, release;
  const o = { n: 0 }, m = new Map(), set = new Set(), list = [], log = [];
  class Box { #v = 0; w = 0; get v() { return this.#v; } set v(v) { this.#v = v; } add(n) { this.#v += n; return this.w++; } }
  const box = new Box();
  const gate = new Promise((resolve) => { release = resolve; });
  let tail = Promise.resolve();
  const locked = (body) => { const own = tail.then(body); tail = own.catch(() => {}); return own; };
  const bump = (by) => { x += by; return x; };`;

/** The outcome of a run. */
export const OUTCOME = 'JSON.stringify([[...rows], x, y, flag, o, [...m], [...set], list, box.v, box.w, log])';

/** What happens between two calls of the service. */
const QUICK: readonly string[] = [
  'x = v;',
  'v = x;',
  'x++;',
  'y = x + v;',
  'v += bump(2);',
  'flag = !flag;',
  'if (flag) v++; else y--;',
  'o.n = v;',
  'v = o.n;',
  'o.n += 1;',
  'o.a = v;',
  'o.b = 1;',
  "v += 'a' in o ? 1 : 0;",
  'delete o.a;',
  "m.set('k', v);",
  "m.set('l', v);",
  "v = m.get('k') ?? v;",
  "if (!m.has('l')) m.set('l', 9);",
  "m.delete('k');",
  'v += m.size;',
  'set.add(v);',
  'v = set.has(1) ? 5 : v;',
  'list.push(v);',
  'v += list.length;',
  'list[0] = v;',
  'v = list[0] ?? v;',
  'for (const e of list) v += e;',
  'for (const [, e] of m) v += e;',
  'v += [...list, 1].length;',
  'const { n } = o; v += n;',
  'v += Object.keys(o).length;',
  'box.v = v;',
  'v += box.v;',
  'v += box.add(1);',
  'v += box?.w ?? 0;',
  'log.push(v);',
  'log.push(JSON.stringify(o));',
  'await null;',
  'await (async () => { await null; y += 1; })();',
  'queueMicrotask(() => { y *= 2; });',
  'release(v);',
  'void gate.then((g) => { log.push(g); });',
  'open ??= v; v = open;',
  'try { if (v > 1) throw new Error(`${v}`); } catch { y = 7; }',
  'v = [1, 2, 3].map((e) => e + x).reduce((a, b) => a + b, 0);',
  'const early = () => late; y += 1; const late = v; v = early();',
];

/** Calls of the service, with what surrounds them. */
const CALLS: readonly string[] = [
  "v = await s.get('a');",
  "v += await s.get('b');",
  "await s.put('a', v + 1);",
  "await s.put('b', v + 2);",
  "x = await s.get('a');",
  "x += await s.get('a');",
  "o.n = await s.get('b');",
  "o.n += await s.get('a');",
  "list.push(await s.get('a'));",
  "m.set('k', await s.get('b'));",
  "m.set(v, await s.get('a'));",
  "list[1] = await s.get('b');",
  "const { length } = [await s.get('a'), x]; v += length;",
  "[x, y] = [await s.get('a'), x];",
  "log.push(await Promise.all([s.get('a'), s.get('b')]));",
  "v = await Promise.race([s.get('a'), s.put('b', 7)]) ?? 3;",
  "open ??= s.get('a'); v = await open;",
  "await locked(async () => { const r = await s.get('a'); x = r + 1; });",
  "for (const e of list) { v += e + (await s.get('a')); }",
  "y = bump(await s.get('b'));",
  "if (x > 0) await s.put('a', x);",
  "s.get('a').then((r) => { x = r; }).catch(() => {});",
  "let local = 0; const p = s.get('a').then(() => { local++; }); x += local; await p; v += local;",
  'if (v === 0) { release(1); } v += await gate;',
];

/** Calls that fail only where that is caught. */
const caught = (text: string): string => `try { ${text} } catch { log.push('failed'); }`;

export function randomTasks(random: Random): TaskProgram {
  const rejects = random.chance(0.2);
  const tasks: string[] = [];
  const count = rejects ? 2 : 1 + random.below(3);
  // The number of orders grows fast with the number of calls.
  let calls = rejects ? 2 : count === 3 ? 3 : 4;
  for (let i = 0; i < count; i++) {
    const parts: string[] = [];
    for (let part = 0; part < 3; part++) {
      if (random.chance(0.6)) parts.push(`{ ${random.pick(QUICK)} }`);
      if (calls > 0 && random.chance(part === 0 ? 0.8 : 0.3)) {
        calls--;
        parts.push(`{ ${random.pick(CALLS)} }`);
      }
      if (random.chance(0.6)) parts.push(`{ ${random.pick(QUICK)} }`);
    }
    const text = parts.join(' ');
    tasks.push(`let v = 0; ${rejects ? caught(text) : text}`);
  }
  return { tasks, rejects };
}
