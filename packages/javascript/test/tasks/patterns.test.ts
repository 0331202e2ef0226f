import { describe, expect, it } from 'vitest';
import { failuresOf } from '../check/explored.js';

/** A common race of async code, its repair, and the message of the check that fails. */
interface Pattern {
  readonly setUp: string;
  readonly wrong: string;
  readonly right: string;
  readonly check: string;
}

const LOCK = `
  const tails = new Map<string, Promise<unknown>>();
  const locked = async <T>(key: string, body: () => Promise<T>): Promise<T> => {
    const before = tails.get(key) ?? Promise.resolve();
    const own = before.then(body);
    tails.set(key, own.catch(() => undefined));
    return own;
  };`;

const PATTERNS: Readonly<Record<string, Pattern>> = {
  'an update is lost between read and write': {
    setUp: `${LOCK} let row = 0; const db = t.outside({ get: () => row, put: (v: number) => { row = v; } });
      const add = async () => { const v = await db.get(); await db.put(v + 1); };`,
    wrong: "t.task('A', add); t.task('B', add);",
    right: "t.task('A', () => locked('row', add)); t.task('B', () => locked('row', add));",
    check: "if (row !== 2) throw new Error('lost');",
  },
  'answers arrive out of order': {
    setUp: `let shown = ''; let latest = 0; const search = t.outside((q: string) => q, { effect: 'call' });`,
    wrong: `const type = async (q: string) => { shown = await search(q); };
      t.task('typing', () => Promise.all([type('a'), type('ab')]));`,
    right: `const type = async (q: string) => { const own = ++latest; const found = await search(q); if (own === latest) shown = found; };
      t.task('typing', () => Promise.all([type('a'), type('ab')]));`,
    check: "if (shown !== 'ab') throw new Error('old answer');",
  },
  'a cache is filled after it was invalidated': {
    setUp: `let row = 1; let cache: number | undefined; let version = 0; const load = t.outside(() => row);
      const write = async () => { row = 2; version++; cache = undefined; };`,
    wrong: "t.task('reader', async () => { cache = await load(); }); t.task('writer', write);",
    right: `t.task('reader', async () => { const own = version; const v = await load(); if (own === version) cache = v; }); t.task('writer', write);`,
    check: "if (cache !== undefined && cache !== row) throw new Error('stale');",
  },
  'a form is submitted twice': {
    setUp: 'let busy = false; let sent = 0; const send = t.outside(() => { sent++; });',
    wrong:
      "const submit = async () => { if (busy) return; await send(); busy = true; }; t.task('A', submit); t.task('B', submit);",
    right:
      "const submit = async () => { if (busy) return; busy = true; await send(); }; t.task('A', submit); t.task('B', submit);",
    check: "if (sent !== 1) throw new Error('twice');",
  },
  'a check no longer holds when the task acts': {
    setUp: "let seats = 1; let sold = 0; const pay = t.outside(() => true, { effect: 'call' });",
    wrong:
      "const buy = async () => { if (seats > 0 && (await pay())) { seats--; sold++; } }; t.task('A', buy); t.task('B', buy);",
    right:
      "const buy = async () => { if (seats === 0) return; seats--; await pay(); sold++; }; t.task('A', buy); t.task('B', buy);",
    check: "if (sold > 1) throw new Error('sold twice');",
  },
  'a resource is made twice': {
    setUp:
      'let made = 0; let open: Promise<number> | undefined; let ready: number | undefined; const connect = t.outside(() => ++made);',
    wrong: "const use = async () => { ready ??= await connect(); }; t.task('A', use); t.task('B', use);",
    right: "const use = async () => { open ??= connect(); ready = await open; }; t.task('A', use); t.task('B', use);",
    check: "if (made !== 1) throw new Error('twice');",
  },
  'a lock is released by a task that does not hold it': {
    setUp: `let held = false; let inside = 0; let most = 0; const work = t.outside(() => undefined, { effect: 'call' });
      const enter = async () => { most = Math.max(most, ++inside); await work(); inside--; };`,
    wrong:
      "const run = async () => { try { if (held) return; held = true; await enter(); } finally { held = false; } }; for (const n of ['A', 'B', 'C']) t.task(n, run);",
    right:
      "const run = async () => { if (held) return; held = true; try { await enter(); } finally { held = false; } }; for (const n of ['A', 'B', 'C']) t.task(n, run);",
    check: "if (most > 1) throw new Error('two inside');",
  },
  'a page is closed while it loads': {
    setUp:
      "let page: { text: string } | undefined = { text: '' }; const load = t.outside(() => 'text', { effect: 'call' });",
    wrong:
      "t.task('load', async () => { const text = await load(); page!.text = text; }); t.task('close', async () => { page = undefined; });",
    right:
      "t.task('load', async () => { const text = await load(); if (page) page.text = text; }); t.task('close', async () => { page = undefined; });",
    check: '',
  },
  'a failed call leaves its mark': {
    setUp: "let busy = false; const save = t.outside(() => true, { rejects: true, effect: 'call' });",
    wrong:
      "t.task('save', async () => { busy = true; await save().catch(() => { throw undefined; }).then(() => { busy = false; }, () => {}); });",
    right: "t.task('save', async () => { busy = true; try { await save(); } catch {} finally { busy = false; } });",
    check: "if (busy) throw new Error('busy forever');",
  },
  'the first of two wins by chance': {
    setUp: "let answer = ''; const a = t.outside(() => 'a'); const b = t.outside(() => 'b');",
    wrong: "t.task('race', async () => { answer = await Promise.race([a(), b()]); });",
    right: "t.task('both', async () => { const [first] = await Promise.all([a(), b()]); answer = first; });",
    check: "if (answer !== 'a') throw new Error(answer);",
  },
};

describe('a race of async code is found, and its repair is safe:', () => {
  it.each(Object.entries(PATTERNS))('%s', async (_, { setUp, wrong, right, check }) => {
    const after = `t.after(() => { ${check} });`;
    expect(await failuresOf(`${setUp}\n${wrong}\n${after}`)).not.toEqual([]);
    expect(await failuresOf(`${setUp}\n${right}\n${after}`)).toEqual([]);
  });
});
