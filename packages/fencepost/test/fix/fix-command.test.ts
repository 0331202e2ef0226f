import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { canCompile, file } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';

const SB = `X86_64 SB
{ x=0; y=0; }
 P0            | P1            ;
 movq $1,(x)   | movq $1,(y)   ;
 movq (y),%rax | movq (x),%rax ;
exists (0:rax=0 /\\ 1:rax=0)
`;

describe('fencepost fix', () => {
  it('puts as few fences into a litmus test as possible, and writes it when asked to', async () => {
    const path = file('SB.litmus', SB);
    const printed = await fencepost(['fix', path, '--model', 'tso', '--no-config']);
    expect(printed).toMatchObject({ code: 1, err: '' });
    expect(printed.out).toContain('TSO: 2 changes make the program robust (to apply: --write)');
    expect(printed.out).toContain('+ mfence        | mfence        ;\n');
    expect(readFileSync(path, 'utf8')).toBe(SB);
    expect((await fencepost(['fix', path, '--model', 'tso', '--write', '--no-config'])).code).toBe(0);
    expect((await fencepost(['check', path, '--model', 'tso', '--no-config'])).code).toBe(0);
    const again = await fencepost(['fix', path, '--model', 'tso', '--no-config']);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toMatch(/nothing to repair: the program is robust\n$/);
  });

  it('changes nothing if it cannot change everything', async () => {
    const path = file('readonly.litmus', SB);
    chmodSync(path, 0o444);
    const { code, err } = await fencepost(['fix', path, '--model', 'tso', '--write', '--no-config']);
    // An administrator may write whatever there is.
    if (process.getuid?.() === 0) expect(code).toBe(0);
    else expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('cannot write') as string });
  });

  it.each([
    ['MP.litmus', 'C MP\n{ }\nP0 (int* x) { *x = 1; }\nexists (x=1)\n', 'cannot be repaired'],
    ['none.txt', '', 'files to check end in'],
  ])('refuses %s', async (name, text, message) => {
    const { code, err } = await fencepost(['fix', file(name, text), '--no-config']);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(message) as string });
  });

  it('takes files of one language', async () => {
    expect((await fencepost(['fix', '--no-config'])).code).toBe(2);
    const { code, err } = await fencepost(['fix', file('SB.litmus', SB), file('none.mjs', ''), '--no-config']);
    expect({ code, err }).toMatchObject({ code: 2 });
  });

  it('stops at the time limit', async () => {
    const { code, out } = await fencepost(['fix', file('late.litmus', SB), '--max-time', '0.000001s', '--no-config']);
    expect({ code, out }).toMatchObject({ code: 3, out: expect.stringContaining('time limit reached') as string });
  });
});

const CHECK = (data: string, flag: string, store: string, load: string): string => `import { check } from 'fencepost';

check('a message arrives whole', (t) => {
  const buffer = new SharedArrayBuffer(16);
  const data = new ${data}(buffer, 0, 1);
  const flag = new ${flag}(buffer, 8, 1);
  t.thread('sender', () => {
    data[0] = 42;
    ${store};
  });
  t.thread('receiver', () => {
    while (${load} === 0);
    return data[0];
  });
  t.after(({ receiver }) => {
    if (receiver !== 42) throw new Error('incomplete');
  });
});
`;

describe('fencepost fix in JavaScript', { timeout: 60_000 }, () => {
  it('makes accesses atomic, as few as possible', async () => {
    const path = file('message.check.ts', CHECK('Float64Array', 'Int32Array', 'flag[0] = 1', 'flag[0]!'));
    const { code, err } = await fencepost(['fix', path, '--model', 'arm64', '--write', '--no-config']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const stored = 'Atomics.store(flag, 0, 1)';
    expect(readFileSync(path, 'utf8')).toBe(CHECK('Float64Array', 'Int32Array', stored, 'Atomics.load(flag, 0)!'));
    expect((await fencepost(['check', path, '--model', 'arm64', '--no-config', '--allow-relaxed'])).code).toBe(0);
  });

  it('does not pass values to Atomics that Atomics refuses', async () => {
    const path = file('floats.check.ts', CHECK('Float64Array', 'Float64Array', 'flag[0] = 1', 'flag[0]'));
    const { code, out } = await fencepost(['fix', path, '--model', 'arm64', '--write', '--no-config']);
    expect({ code, out }).toMatchObject({
      code: 1,
      out: expect.stringContaining('no fence or order repairs it') as string,
    });
    expect(readFileSync(path, 'utf8')).not.toContain('Atomics');
  });
});

describe('values that Atomics refuses', () => {
  const told = async (data: string, store: string, load: string): Promise<string> => {
    const text = CHECK('Int32Array', data, store, load);
    return (await fencepost(['fix', file('view.check.ts', text), '--model', 'arm64', '--no-config'])).out;
  };

  it('is not proposed in words either', { timeout: 60_000 }, async () => {
    // A DataView cannot be made with a length of elements, so this one has bytes.
    const view = CHECK('Int32Array', 'Int32Array', 'v.setInt32(8, 1, true)', 'v.getInt32(8, true)').replace(
      'const flag',
      'const v = new DataView(buffer);\n  const flag',
    );
    const { out } = await fencepost(['fix', file('data-view.check.ts', view), '--model', 'arm64', '--no-config']);
    expect(out).toContain('no fence or order repairs it');
    expect(await told('Float64Array', '(flag[0]! += 1)', 'flag[0]')).toContain('no fence or order repairs it');
  });
});

const C = (left: string, right: string, extra = ''): string => `#include <assert.h>
#include <pthread.h>
static volatile int x, y, r1, r2;
${extra}
static void *left(void *unused) {
  ${left}
  return 0;
}
static void *right(void *unused) {
  ${right}
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r1 != 0 || r2 != 0);
  return 0;
}
`;

const QUEUE = `#include <stdatomic.h>
static atomic_int flag;
static int data;
static inline void put(int v) { data = v; atomic_store_explicit(&flag, 1, memory_order_relaxed); }
static inline int ready(void) { return atomic_load_explicit(&flag, memory_order_relaxed); }
`;
const CLIENT = `#include <assert.h>
#include <pthread.h>
static void *send(void *unused) { put(7); return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, send, 0);
  WAIT
  assert(data == 7);
  pthread_join(a, 0);
  return 0;
}
`;

describe.skipIf(!canCompile)('fencepost fix in C', { timeout: 120_000 }, () => {
  const fix = (path: string, ...args: readonly string[]): ReturnType<typeof fencepost> =>
    fencepost(['fix', path, '--model', 'tso', '--no-config', ...args]);

  it('repairs a header for all its uses, with one fence', async () => {
    const header = file('up.h', 'static void up(volatile int *p) {\n  *p = 1;\n}\n');
    const path = file('up.c', C('up(&x); r1 = y;', 'up(&y); r2 = x;', '#include "up.h"'));
    expect(await fix(path, '--write')).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(header, 'utf8')).toContain('  *p = 1;\n  atomic_thread_fence(memory_order_seq_cst);\n}');
    expect((await fencepost(['check', path, '--model', 'tso', '--no-config'])).code).toBe(0);
  });

  it('repairs a header for several programs together', async () => {
    const folder = path.dirname(file('queue.h', QUEUE));
    const client = (name: string, wait: string): string =>
      file(name, `#include "${path.join(folder, 'queue.h')}"\n${CLIENT.replace('WAIT', wait)}`);
    // Each of them needs one half of it.
    const files = [client('one.c', 'while (!ready()) ;'), client('two.c', 'if (ready())')];
    const { code, out } = await fencepost(['fix', ...files, '--model', 'rc11', '--write', '--no-config']);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('2 changes') as string });
    expect((await fencepost(['check', ...files, '--model', 'rc11', '--no-config'])).code).toBe(0);
  });

  it('reports changes that it cannot make', async () => {
    const path = file(
      'macro.c',
      C('SB(x, y, r1);', 'y = 1; r2 = x;', '#define SB(a, b, r) do { a = 1; r = b; } while (0)').replace(
        'volatile ',
        '',
      ),
    );
    const { code, out } = await fix(path, '--write');
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('edit it by hand') as string });
    expect(readFileSync(path, 'utf8')).not.toContain('atomic_thread_fence');
  });

  it('makes volatile variables atomic where no fence can be put', async () => {
    const path = file(
      'volatile.c',
      C('SB(x, y, r1);', 'y = 1; r2 = x;', '#define SB(a, b, r) do { a = 1; r = b; } while (0)'),
    );
    const { code, out } = await fix(path, '--write');
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('2 changes') as string });
    expect(readFileSync(path, 'utf8')).toContain('static _Atomic int x, y; static volatile int r1, r2;');
  });

  it('makes a variable atomic in all files that declare or use it', async () => {
    const header = file('ready.h', 'extern int data, ready;\nvoid *send(void *);\n');
    const name = path.basename(header);
    const sender = file(
      'sender.c',
      `#include "${name}"\nint data, ready;\nvoid *send(void *a) { data = 7; ready = 1; return a; }`,
    );
    const main = file(
      'main.c',
      `#include "${name}"\n${CLIENT.replace(/static.*\n/, '').replace('WAIT', 'while (!ready) ;')}`,
    );
    const rest = ['--model', 'rc11', '--no-config', '--', sender];
    const { code, out } = await fencepost(['fix', main, '--write', ...rest]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('1 change') as string });
    expect(readFileSync(header, 'utf8')).toContain('extern int data; extern _Atomic int ready;\n');
    expect((await fencepost(['check', main, ...rest])).code).toBe(0);
  });

  it('makes a counter atomic, whose updates are lost under SC', async () => {
    const text = `static int data = 5;\n${CLIENT}`.replace('put(7)', 'data++').replace('WAIT', 'send(0);');
    const joined = text.replace('  assert(data == 7);\n', '').replace('  return 0;\n}', '  assert(data == 7);\n}');
    const path = file('counter.c', joined);
    const { code, out } = await fencepost(['fix', path, '--write', '--no-config']);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('1 change') as string });
    expect(readFileSync(path, 'utf8')).toContain('static _Atomic int data = 5;\n');
  });

  it('does not make data atomic that a lock is for', async () => {
    const locked = (what: string): string =>
      `while (atomic_flag_test_and_set_explicit(&l, memory_order_relaxed)) ; ${what}; atomic_flag_clear_explicit(&l, memory_order_relaxed);`;
    const text = `#include <stdatomic.h>\nstatic atomic_flag l;\nstatic int data;\n${CLIENT}`
      .replace('put(7);', locked('data++'))
      .replace('WAIT', locked('data = 7'));
    const { out } = await fencepost([
      'fix',
      file('lock.c', text.replace('== 7', '== data')),
      '--model',
      'rc11',
      '--no-config',
    ]);
    expect(out).not.toContain('_Atomic');
  });

  it('says which variable to make atomic where the text is not enough', async () => {
    const text = `static int *flag(void) { static int f; return &f; }\nstatic int data;\n${CLIENT}`
      .replace('put(7)', 'data = 7; *flag() = 1')
      .replace('WAIT', 'while (!*flag()) ;');
    const { code, out } = await fencepost(['fix', file('told.c', text), '--model', 'rc11', '--no-config']);
    expect(code).toBe(1);
    expect(out).toMatch(/edit it by hand[^]*make f, declared at .*told\.c:1:37, atomic/);
  });

  it('puts no fence into a statement, if there is another place for one', async () => {
    const path = file(
      'exchanges.c',
      `#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x, y; int b, q;
void *t0(void *u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_exchange_explicit(&y, 1, memory_order_acquire);
  return 0;
}
void *t1(void *u) {
  q = atomic_exchange_explicit(&y, 2, memory_order_release);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t p, r;
  pthread_create(&p, 0, t0, 0); pthread_create(&r, 0, t1, 0);
  pthread_join(p, 0); pthread_join(r, 0);
  assert(!(q == 1 && b == 0));
}
`,
    );
    const { code, out } = await fencepost(['fix', path, '--model', 'rc11', '--no-config']);
    expect({ code, out }).toMatchObject({
      ...{ code: 1, out: expect.stringContaining('2 changes make the program safe') as string },
    });
    expect(out).toContain('memory_order_release);\n+  atomic_thread_fence(memory_order_acquire);\n   b = ');
  });

  it('does not fix failures under SC', async () => {
    const path = file('sc.c', C('x = 1; r1 = y;', 'r2 = 0;'));
    const { code, out } = await fix(path);
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining('it fails under SC, too') as string });
  });
});
