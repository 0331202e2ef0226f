import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from 'fencepost';
import { afterAll, describe, expect, it } from 'vitest';
import { canCompile, file } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-caveats-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BUFFERED = ['--model', 'sc,tso,pso'];

/** By program, the notes under each model that has some; places without their folders. */
async function notesOf(path: string, ...more: readonly string[]): Promise<Record<string, string[]>> {
  return notesUnder(more.includes('--model') ? [] : BUFFERED, path, ...more);
}

async function notesUnder(models: readonly string[], ...args: readonly string[]): Promise<Record<string, string[]>> {
  const { out } = await fencepost(['check', '--no-config', '--format', 'json', ...models, ...args]);
  const { checks } = JSON.parse(out) as Report;
  const notes: Record<string, string[]> = {};
  for (const { program, model, notes: texts } of checks) {
    for (const text of texts) (notes[program] ??= []).push(`${model}: ${text.replaceAll(/\/\S*\//g, '')}`);
  }
  return notes;
}

const everywhere = (text: string): string[] => ['sc', 'tso', 'pso'].map((model) => `${model}: ${text}`);

describe('caveats of a safe verdict of JavaScript', () => {
  const testFile = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `import { check } from 'fencepost';\n${text}`);
    return path;
  };
  const race = (place: string, lines: string): string =>
    `data race on ${place} (${lines}): ECMA-262 guarantees no order for such accesses, and engines may reorder more than any model here; --races shows all`;
  const RACE_FREE = 'no data race: every engine, on every machine, behaves as under SC (ECMA-262)';

  it('that a load is done before a later store', async () => {
    const slot = (free: string): string => `check('a slot', (t) => {
  const m = new Int32Array(new SharedArrayBuffer(8)); m[0] = 1;
  t.thread('consumer', () => { const v = m[0]; ${free}; return v; });
  t.thread('producer', () => { if (Atomics.load(m, 1) === 1) m[0] = 2; });
  t.after(({ consumer }) => { if (consumer !== 1) throw new Error('read ' + consumer); });
});`;
    const about = /may even write m\[1\] \(.*4:.*\) before it has read m\[0\] \(.*4:.*\).*use Atomics\.store/;
    const notesOfSlot = async (free: string): Promise<readonly string[]> =>
      (await notesOf(testFile('slot.check.mjs', slot(free))))['a slot']!;
    expect(await notesOfSlot('m[1] = 1')).toContainEqual(expect.stringMatching(about));
    expect(await notesOfSlot('Atomics.store(m, 1, 1)')).not.toContainEqual(expect.stringMatching(about));
  });

  it('that threads share nothing but what is shared memory', async () => {
    const own = (end: string): string => `check('own objects', (t) => {
  const list = [0];
  t.thread('a', () => { list[0]++; });
  t.thread('b', () => { list[0]++; return list[0]; });
  t.after(({ b }) => { ${end} });
});`;
    const expected = everywhere(
      'no thread accesses shared memory: each has its own copies of ordinary objects and variables, as workers have',
    );
    const safe = await notesOf(testFile('own.check.mjs', own('if (b !== 1) throw new Error(b);')));
    expect(safe['own objects']).toEqual(expected);
    // It is the reason why this fails.
    const failing = await notesOf(testFile('own.check.mjs', own('if (b === 1) throw new Error("not 2");')));
    expect(failing['own objects']).toEqual(expect.arrayContaining(expected));
  });

  it('that anything is known of code that is not seen: then it is no safe verdict', async () => {
    const path = testFile(
      'text.check.mjs',
      `check('code in a text', (t) => {
  const m = new Int32Array(new SharedArrayBuffer(8));
  t.thread('a', () => { eval('m[0] = 1'); });
  t.thread('b', () => { if (Atomics.load(m, 0) === 2) throw new Error('two'); });
});`,
    );
    expect(await notesOf(path)).toEqual({});
    const { out, code } = await fencepost(['check', '--no-config', '--format', 'json', '--model', 'sc', path]);
    const covered: unknown = expect.stringMatching(
      /^eval creates code from a string, .*to shared memory are not observed/,
    );
    expect(JSON.parse(out)).toMatchObject({
      checks: [{ verdict: 'unknown', incomplete: { stoppedBy: 'unseen', covered } }],
    });
    expect(code).toBe(3);
    const { out: text } = await fencepost(['check', '--no-config', '--model', 'sc', path]);
    expect(text).toContain('undecided: some code was not seen');
  });

  it('that no machine reorders plain accesses', async () => {
    const path = testFile(
      'arm.check.mjs',
      `import assert from 'node:assert';
const make = () => new Int32Array(new SharedArrayBuffer(8));
check('plain load by the receiver', (t) => {
  const m = make();
  t.thread('sender', () => { m[1] = 42; Atomics.store(m, 0, 1); });
  t.thread('receiver', () => { while (m[0] === 0); return m[1]; });
  t.after(({ receiver }) => assert.equal(receiver, 42));
});
check('load buffering', (t) => {
  const m = make();
  t.thread('a', () => { const r = m[0]; m[1] = 1; return r; });
  t.thread('b', () => { const r = m[1]; m[0] = 1; return r; });
  t.after(({ a, b }) => assert.ok(!(a === 1 && b === 1)));
});
check('a loop that an engine may take for endless', (t) => {
  const m = make();
  t.thread('a', () => { while (m[0] === 0); });
  t.thread('b', () => { m[0] = 1; });
});
check('Atomics', (t) => {
  const m = make();
  t.thread('sender', () => { m[1] = 42; Atomics.store(m, 0, 1); });
  t.thread('receiver', () => { while (Atomics.load(m, 0) === 0); return m[1]; });
  t.after(({ receiver }) => assert.equal(receiver, 42));
});
check('fails, which says it all', { models: ['sc'] }, (t) => {
  const m = make();
  t.thread('a', () => { m[0]++; });
  t.thread('b', () => { m[0]++; });
  t.after(() => assert.equal(m[0], 2));
});
`,
    );
    const notes = await notesOf(path);
    expect(notes['plain load by the receiver']).toEqual(
      everywhere(race('m[1]', 'arm.check.mjs:6:30 and arm.check.mjs:7:59')),
    );
    const buffering = `${race('m[0]', 'arm.check.mjs:12:35 and arm.check.mjs:13:41')}. A phone or another machine with an ARM processor may even write m[0] (arm.check.mjs:13:41) before it has read m[1] (arm.check.mjs:13:35), although it comes later in the program, and then read a value that another thread wrote in between. No model here includes that, so the verdict "safe" does not cover it: use Atomics.store for the write`;
    expect(notes['load buffering']).toEqual(everywhere(buffering));
    expect(notes['a loop that an engine may take for endless']).toEqual(
      everywhere(race('m[0]', 'arm.check.mjs:18:32 and arm.check.mjs:19:25')),
    );
    expect(notes['Atomics']).toEqual(everywhere(RACE_FREE));
    expect(notes['fails, which says it all']?.filter((note) => note.includes('race'))).toEqual([]);
    const byDefault = await notesUnder([], path);
    expect(byDefault['plain load by the receiver']).toEqual([
      expect.stringMatching(/^arm64: a failure under ARMv8 can happen on phones/),
    ]);
    expect(byDefault['load buffering']).toEqual(['sc', 'arm64'].map((model) => `${model}: ${buffering}`));
    expect(byDefault['Atomics']).toEqual(['sc', 'arm64'].map((model) => `${model}: ${RACE_FREE}`));
    // Races are looked for under SC.
    expect((await notesUnder(['--model', 'arm64'], path))['Atomics']).toBeUndefined();
    expect((await notesUnder(['--model', 'arm64,sc'], path))['Atomics']).toHaveLength(2);
  });

  it('that anything was asserted', async () => {
    const path = testFile(
      'nothing.check.mjs',
      `check('nothing', (t) => {
  const m = new Int32Array(new SharedArrayBuffer(4));
  t.thread('a', () => Atomics.add(m, 0, 1));
  t.thread('b', () => Atomics.add(m, 0, 1));
});
check('something', (t) => {
  const m = new Int32Array(new SharedArrayBuffer(4));
  t.thread('a', () => Atomics.add(m, 0, 1));
  t.after(() => undefined);
});
`,
    );
    const text = 'the check has no after and no invariant, and nothing asserts or throws: only deadlocks were checked';
    const notes = await notesOf(path);
    expect(notes['nothing']?.filter((note) => !note.includes(RACE_FREE))).toEqual(everywhere(text));
    expect(notes['something']).toEqual(everywhere(RACE_FREE));
  });
});

describe.skipIf(!canCompile)('caveats of a safe verdict of C', { timeout: 120_000 }, () => {
  const NO_ASSERTION = 'no assertion was reached: only crashes, deadlocks and invalid accesses were checked';
  const begin = '#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n';
  /** A program whose threads do this, and whose main does the rest; both begin on lines of their own, 5 and 7. */
  const program = (name: string, thread: string, rest = ''): string =>
    file(
      name,
      `${begin}${thread}
int main(void) { pthread_t t, u; pthread_create(&t, 0, w, 0); pthread_create(&u, 0, w, 0); pthread_join(t, 0); pthread_join(u, 0);
${rest}
return 0; }
`,
    );
  const counts = 'atomic_int x; void *w(void *a) { x++; return 0; }';

  it('that an assertion was reached', async () => {
    expect(await notesOf(program('none.c', counts))).toEqual({ 'none.c': everywhere(NO_ASSERTION) });
    const asserts = program('asserts.c', counts, 'assert(x == 2);');
    expect(await notesOf(asserts)).toEqual({});
    expect(await notesOf(asserts, '--', '-DNDEBUG')).toEqual({ 'asserts.c': everywhere(NO_ASSERTION) });
    for (const [i, condition] of ['x > 5', 'x > 5 || x < 0', '!(x > 5 && x < 0)'].entries()) {
      expect(await notesOf(program(`behind${i}.c`, counts, `if (x != 2) assert(${condition});`))).toEqual({
        [`behind${i}.c`]: everywhere(NO_ASSERTION),
      });
    }
  });

  it.each([
    ['abort', 'if (x != 2) abort();'],
    ['a trap', 'if (x != 2) __builtin_trap();'],
    ['a function of its own', 'if (x != 2) fail();'],
    ['a switch', 'switch (x) { case 2: break; default: fail(); }'],
    ['a function of another file', 'if (x != 2) fail_elsewhere();'],
    ['an alternative', 'assert(x == 2 || x == 3);'],
    ['a negation', 'assert(!(x != 2 && x > 5));'],
    ['alternatives of both', 'assert((x == 2 && x < 5) || (x == 7 && x > 5));'],
    ['an alternative in several lines', 'assert(x == 2\n || x == 3 ||\n x == 4);'],
    ['a loop', 'for (int i = 0; i < x; i++) assert(i < 2);'],
    ['a thread', ''],
  ])('knows assertions by %s', async (what, rest) => {
    const own =
      'static void fail(void) { abort(); } _Noreturn void fail_elsewhere(void); atomic_int x; void *w(void *a) { x++; THREAD return 0; }';
    const path = program('kinds.c', own, rest);
    const elsewhere = file('elsewhere.c', '#include <stdlib.h>\n_Noreturn void fail_elsewhere(void) { abort(); }\n');
    const thread = what === 'a thread' ? '-DTHREAD=assert(x > 0);' : '-DTHREAD=';
    expect(await notesOf(path, '--model', 'sc', '--', elsewhere, thread)).toEqual({});
  });

  it.each([
    ['exit(1);', 'exit(1) was called at kinds.c:7:1'],
    ['if (x == 2) _Exit(3);', 'exit(3) was called at kinds.c:7:13'],
    ['quick_exit(EXIT_FAILURE);', 'exit(1) was called at kinds.c:7:1'],
    ['if (x == 2) return EXIT_FAILURE;', 'main returned 1 at kinds.c:7:13'],
    ['return x;', 'main returned 2 at kinds.c:7:1'],
    ['exit(0);', undefined],
    ['if (x != 2) exit(1);', undefined],
    ['pthread_exit((void *)1);', undefined],
  ])('that the program reports no failure of its own: %s', async (rest, end) => {
    const path = program('kinds.c', counts, rest);
    expect(await notesOf(path, '--model', 'sc')).toEqual({
      'kinds.c': [
        `sc: ${NO_ASSERTION}`,
        ...(end === undefined ? [] : [`sc: ${end}: that is a failure only with --fail-on-exit`]),
      ],
    });
  });

  it('under PSO, that assembly of x86 runs there', async () => {
    const fence = (text: string): string =>
      `atomic_int x; void *w(void *a) { x++; __asm__ volatile("${text}" ::: "memory"); return 0; }`;
    const rest = 'assert(x == 2);';
    expect(await notesOf(program('fence.c', fence('mfence'), rest))).toEqual({
      'fence.c': ['pso: x86 assembly at fence.c:5:39: it runs on x86 only, which behaves like TSO, not PSO'],
    });
    expect(await notesOf(program('pause.c', fence('pause'), rest))).toEqual({});
    expect(await notesOf(program('barrier.c', fence(''), rest))).toEqual({});
    expect(await notesOf(program('arm.c', fence('dmb ish'), rest))).toEqual({});
  });

  it('under RC11, that orders are as weak as they are, where a lock stands for an instruction', async () => {
    const large = (order: string): string =>
      `struct s { long a, b, c; }; _Atomic struct s x; void *w(void *a) { struct s v = { 1, 1, 1 }; atomic_store_explicit(&x, v, memory_order_${order}); return 0; } atomic_int z;`;
    const notes = (order: string): ReturnType<typeof notesOf> =>
      notesOf(
        program('large.c', large(order), 'assert(z == 0);'),
        '--model',
        'tso,rc11',
        '--',
        '-Wno-atomic-alignment',
      );
    expect(await notes('relaxed')).toEqual({
      'large.c': [
        'rc11: an atomic object of more than 16 bytes at large.c:5:94: it is accessed under a lock, which orders more than the standard requires of weak orders',
      ],
    });
    expect(await notes('seq_cst')).toEqual({});
  });

  it('that no machine reorders plain and relaxed accesses', async () => {
    const mp = (order: string, plain = ''): string =>
      file(
        'mp.c',
        `${begin}${plain === '' ? 'atomic_int' : plain} x; atomic_int y;
void *w(void *a) { atomic_store_explicit(&x, 1, memory_order_relaxed); atomic_store_explicit(&y, 1, memory_order_release); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
if (atomic_load_explicit(&y, memory_order_${order}))
assert(atomic_load_explicit(&x, memory_order_relaxed)); pthread_join(t, 0); return 0; }
`,
      );
    expect(await notesOf(mp('relaxed'))).toEqual({
      'mp.c': everywhere(
        'relaxed accesses: C11 and ARM machines may perform x (mp.c:9:8) before y (mp.c:8:5); --model rc11 covers that',
      ),
    });
    expect(await notesOf(mp('acquire'))).toEqual({});
    const racy = program('racy.c', 'int x; void *w(void *a) {\nx = 1; return 0; }', 'assert(x == 1);');
    const race =
      'data race on x (racy.c:6:3): the behaviour is then undefined in C11 (see --model rc11); --races shows all';
    expect(await notesOf(racy)).toEqual({ 'racy.c': everywhere(race) });
    expect(await notesOf(racy, '--method', 'monitor')).toEqual({ 'racy.c': everywhere(race) });
    // A failure says it all.
    expect(await notesUnder([], racy)).toEqual({});
    const locked =
      'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x, y;\nvoid *w(void *a) { pthread_mutex_lock(&m); x++; y += x; pthread_mutex_unlock(&m); return 0; }';
    expect(await notesOf(program('locked.c', locked, 'assert(x == 2 && y == 3);'))).toEqual({});
  });

  it('that no machine buffers loads', async () => {
    const lb = (order: string): string =>
      file(
        'lb.c',
        `${begin}atomic_int x, y; int r;
void *w(void *a) {
r = atomic_load_explicit(&x, memory_order_relaxed);
atomic_store_explicit(&y, 1, memory_order_${order}); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
int s = atomic_load_explicit(&y, memory_order_relaxed);
atomic_store_explicit(&x, 1, memory_order_${order}); pthread_join(t, 0); assert(!(r && s)); return 0; }
`,
      );
    const note =
      'load buffering: ARM machines may perform the store to y (lb.c:8:1) before the load of x (lb.c:7:5); no model here does';
    expect(await notesUnder([], lb('relaxed'))).toEqual({
      'lb.c': ['sc', 'tso', 'rc11'].map((model) => `${model}: ${note}`),
    });
    expect(await notesUnder([], lb('release'))).toEqual({});
  });

  it('in every format', async () => {
    const path = program('none.c', counts);
    const printed = async (format: string): Promise<string> =>
      (await fencepost(['check', path, ...BUFFERED, '--no-config', '--format', format])).out.replaceAll(/\/\S*\//g, '');
    expect(await printed('text')).toContain('SC, TSO, PSO  note: no assertion was reached: only crashes');
    expect(await printed('github')).toBe(
      `::notice file=none.c,title=Fencepost%3A a note on what is safe::safe under SC, TSO and PSO; ${NO_ASSERTION}\n`,
    );
    expect(await printed('junit')).toContain(`<system-out>${NO_ASSERTION}</system-out>`);
    const { runs } = JSON.parse(
      (await fencepost(['check', path, ...BUFFERED, '--no-config', '--format', 'sarif'])).out,
    ) as {
      runs: [{ invocations: [{ toolExecutionNotifications: { level: string; message: { text: string } }[] }] }];
    };
    expect(runs[0].invocations[0].toolExecutionNotifications).toMatchObject([
      { level: 'note', message: { text: `none.c is safe under SC, TSO and PSO; ${NO_ASSERTION}` } },
    ]);
  });
});
