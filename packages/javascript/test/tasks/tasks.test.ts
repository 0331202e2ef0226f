import { describe, expect, it } from 'vitest';
import { explore, failuresOf, programOf } from '../check/explored.js';
import { outcomesIn, outcomesOf } from './outcomes.js';

const INCREMENT = "const v = await s.get('a'); await s.put('a', v + 1);";

describe('tasks', () => {
  it('take turns at every await, in all orders', async () => {
    // Five events each: the beginning, and effect and answer of two calls.
    const { outcomes, orders } = await outcomesOf([INCREMENT, INCREMENT], '', false);
    expect(orders).toBe(252);
    expect(outcomes).toEqual(['[[["a",1],["b",0]],[]]', '[[["a",2],["b",0]],[]]']);
  });

  it('are told apart in what after gets, and fail as a thread does', async () => {
    const failures = await failuresOf(`t.task('one', async () => 1); const two = t.task(async () => 2);
      t.after((results) => { throw new Error(JSON.stringify([results, two.result, two.name])); });`);
    expect(failures).toEqual(['assertion: [{"one":1,"task 2":2},2,"task 2"]']);
    expect(await failuresOf("t.task('one', async () => { throw new Error('no'); });")).toEqual(['crash: Error: no']);
  });

  it('see the texts of functions as they are written', async () => {
    const failures = await failuresOf(`let x = 0; const add = (o) => { x += o.n; }; const get = () => x;
      t.task('one', async () => [add.toString(), get.toString()]);
      t.after(({ one }) => { throw new Error(one.join(' ')); });`);
    expect(failures).toEqual(['assertion: (o) => { x += o.n; } () => x']);
  });

  it('may count further than other loops go', async () => {
    const text = `const ask = t.outside((x) => x, { effect: 'call' }); let sum = 0;
      t.task('A', async () => { for (let i = 0; i < 50; i++) sum += await ask(i); }); t.after(() => { if (sum !== 1225) throw 1; });`;
    const program = await programOf(text);
    expect(explore(program).executions).toBe(1);
    expect(await failuresOf(text)).toEqual([]);
  });

  it('compare objects that are no counters by their methods', async () => {
    // The comparison reads n, so it is ordered with the other task.
    const compared = (loop: string): string => `let n = 1; const ask = t.outside(() => 1); let seen = '';
      t.task('A', async () => { await ask(); ${loop} });
      t.task('B', async () => { await ask(); n = 5; });
      t.after(() => { if (seen === 'xxxxx') throw new Error('five'); });`;
    const object = '{ valueOf: () => n }';
    expect(await failuresOf(compared(`for (let i = ${object}, k = 0; k < i; k++) seen += 'x';`))).toHaveLength(1);
    expect(
      await failuresOf(
        compared(`for (let i = 0; i < 1; i++) { for (let i = ${object}, k = 0; k < i; k++) seen += 'x'; }`),
      ),
    ).toHaveLength(1);
  });

  it('run in turns if answers arrive in one tick', async () => {
    const failures = (settings: string): Promise<readonly string[]> =>
      failuresOf(`const ask = t.outside(() => 1${settings}); let n = 0;
        const add = async () => { await ask(); const seen = n; await null; n = seen + 1; };
        t.task('one', add); t.task('two', add);
        t.after(() => { if (n !== 2) throw new Error('lost'); });`);
    expect(await failures('')).toEqual([]);
    expect(await failures(', { together: true }')).toEqual(['assertion: lost']);
  });

  it('that wait forever are a deadlock', async () => {
    const failures = await failuresOf("t.task('one', () => new Promise(() => {})); t.task('two', async () => 2);");
    expect(failures).toEqual([
      expect.stringMatching(/^deadlock: one waits on a promise of one \(nothing settles it\) at .*it\.test\.ts:4:1$/),
    ]);
  });

  it('may be beside threads', async () => {
    const failures = await failuresOf(`const word = new Int32Array(new SharedArrayBuffer(4)); let seen: number[] = [];
      t.thread('sets', () => { Atomics.store(word, 0, 1); });
      const poll = async (): Promise<void> => { seen.push(Atomics.load(word, 0)); };
      t.task('one', poll); t.task('two', poll);
      t.after(() => { if (seen[0]! > seen[1]!) throw new Error('backwards'); if (seen.join() === '0,1') throw new Error('between'); });`);
    expect(failures).toEqual(['assertion: between']);
  });
});

describe('a service', () => {
  it('answers in any order', async () => {
    const body = `const ask = t.outside((q: string) => q, { effect: 'call' }); let shown = '';
      t.task('typing', async () => { await Promise.all(['a', 'ab'].map(async (q) => { shown = await ask(q); })); });
      t.after(() => { if (shown !== 'ab') throw new Error(shown); });`;
    expect(await failuresOf(body)).toEqual(['assertion: a']);
    expect(explore(await programOf(body)).executions).toBe(2);
  });

  it('is an object as its stub is: private fields, accessors, frozen, the same methods', async () => {
    const body = `class Stub { #n = 0; get n() { return this.#n; } set n(v: number) { this.#n = v; } add() { return ++this.#n; } }
      const stub = t.outside(new Stub()), frozen = t.outside(Object.freeze({ go: () => 'went' })), map = t.outside(new Map([[1, 2]]));
      t.task('one', async () => { stub.n = 4; await stub.add();
        return [stub.n, stub.add === stub.add, stub instanceof Stub, await frozen.go(), Object.keys(frozen), map.size, await map.get(1)]; });
      t.after(({ one }) => { throw new Error(JSON.stringify(one)); });`;
    expect(await failuresOf(body)).toEqual(['assertion: [5,true,true,"went",["go"],1,2]']);
  });

  it.each([
    ['{ reject: true }', /^t\.outside has no setting 'reject'/],
    ["{ effect: 'calls' }", /^the effect of t\.outside cannot be 'calls'/],
  ])('has no setting %s', async (settings, message) => {
    const body = `const f = t.outside(() => 1, ${settings} as object); t.task('one', () => f());`;
    await expect(programOf(body).then(explore)).rejects.toThrow(message);
  });

  it('that rejects may have acted, or not', async () => {
    const { outcomes } = await outcomesOf(
      ["try { await s.put('a', 1); log.push('fine'); } catch { log.push('failed'); }"],
      ', { rejects: true }',
    );
    expect(outcomes).toEqual([
      '[[["a",0],["b",0]],["failed"]]',
      '[[["a",1],["b",0]],["failed"]]',
      '[[["a",1],["b",0]],["fine"]]',
    ]);
  });

  it('may reject with any of several errors, or not answer at all', async () => {
    const settings = "{ rejects: [new RangeError('full'), new TypeError('bad')], loses: true, effect: 'call' }";
    const body = `const ask = t.outside(() => 1, ${settings});
      t.task('one', async () => ask().catch((error: Error) => error.message));
      t.after(({ one }) => { throw new Error(String(one)); });`;
    expect(await outcomesIn(body, true)).toEqual({
      outcomes: ['1', 'bad', expect.stringMatching(/^deadlock: one waits on a promise/), 'full'],
      orders: 4,
    });
  });

  it('is noted if nothing awaits its answer, as is an async function', async () => {
    const program = await programOf(`const save = t.outside((n: number) => n, { name: 'save' });
      const keep = async () => { await save(1); };
      t.task('one', async () => {
        keep();
        save(2);
        await keep(); await Promise.all([keep(), save(3)]); save(4).catch(() => {});
      });`);
    explore(program);
    expect([...program.notes!()].map((note) => note.replace(/ at .*it\.test\.ts/, ' at it'))).toEqual([
      'nothing awaits the async function called at it:7:9',
      'nothing awaits save(2) called at it:8:9',
    ]);
  });

  it('is noted if tasks share the object that it returns', async () => {
    const notes = async (get: string, use: string): Promise<string[]> => {
      const program = await programOf(`const rows = new Map([[7, { count: 0 }]]);
        const db = t.outside({ get: ${get}, put: (id: number, row: any) => { rows.set(id, row); } });
        for (const name of ['a', 'b']) t.task(name, async () => { const row: any = await db.get(7); ${use}; await db.put(7, row); });`);
      explore(program);
      return [...program.notes!()];
    };
    const same = [
      expect.stringMatching(/^get\(7\) and a later call return the same object, and the program changes it/),
    ];
    expect(await notes('(id: number) => rows.get(id)', 'row.count++')).toEqual(same);
    expect(await notes('async (id: number) => rows.get(id)', 'row.count++')).toEqual(same);
    expect(await notes('(id: number) => structuredClone(rows.get(id))', 'row.count++')).toEqual([]);
    expect(await notes('(id: number) => rows.get(id)', 'row.count')).toEqual([]);
    expect(
      await notes('(id: number) => { const row: any = rows.get(id); row.read = 1 + (row.read ?? 0); return row; }', ''),
    ).toEqual([]);
  });

  it('may be asynchronous itself, and throw', async () => {
    const failures =
      await failuresOf(`const ask = t.outside(async (n: number) => { await null; if (n > 1) throw new RangeError('large'); return n; });
      t.task('one', async () => [await ask(1), await ask(2).catch((error: Error) => error.message)]);
      t.after(({ one }) => { throw new Error(JSON.stringify(one)); });`);
    expect(failures).toEqual(['assertion: [1,"large"]']);
  });

  it('is a function or an object', async () => {
    await expect(failuresOf("t.outside(5 as never); t.task('one', async () => 1);")).rejects.toThrow(
      /t\.outside takes a function, or an object/,
    );
  });
});
