import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canCompile, file } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';

const relax = (path: string, ...args: readonly string[]): ReturnType<typeof fencepost> =>
  fencepost(['relax', path, '--no-config', ...args]);

/** A lock around a counter. */
const C = (lock: string, unlock: string, declarations = 'static atomic_int word;'): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
${declarations}
static int counter;
static void *work(void *unused) {
  ${lock}
  counter++;
  ${unlock}
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
`;

const CXX = (lock: string, unlock: string): string => `#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> word[1];
std::atomic<int> *pick(int i) { return &word[i]; }
int counter;
void work() {
  ${lock}
  counter++;
  ${unlock}
}
int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  assert(counter == 2);
}
`;

describe('fencepost relax', () => {
  it.each(['sc', 'tso', 'pso'])('refuses %s, and says why', async (model) => {
    const { code, err } = await relax('lock.c', '--model', model);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('keeps loads in order') as string });
    expect(err).toContain('[USAGE]');
  });

  it('refuses languages without orders', async () => {
    const path = file('SB.litmus', 'X86_64 SB\n{ x=0; }\n P0 ;\n movq $1,(x) ;\nexists (x=1)\n');
    expect(await relax(path, '--model', 'rc11')).toMatchObject({ code: 2 });
  });
});

describe.skipIf(!canCompile)('fencepost relax of C and C++', { timeout: 60_000 }, () => {
  it('writes orders, and removes fences', async () => {
    const before = C(
      'int none = 0;\n  while (!atomic_compare_exchange_strong(&word, &none, 1)) none = 0;\n  atomic_thread_fence(memory_order_seq_cst);',
      'atomic_thread_fence(memory_order_release);\n  atomic_store_explicit(&word, 0, memory_order_release);',
    );
    const after = C(
      'int none = 0;\n  while (!atomic_compare_exchange_strong_explicit(&word, &none, 1, memory_order_acquire, memory_order_relaxed)) none = 0;',
      'atomic_store_explicit(&word, 0, memory_order_release);',
    );
    const path = file('lock.c', before);
    const { code, err } = await relax(path, '--model', 'rc11', '--write');
    expect({ code, err, text: readFileSync(path, 'utf8') }).toEqual({ code: 0, err: '', text: after });
    const again = await relax(path, '--model', 'rc11');
    expect({ code: again.code, out: again.out }).toMatchObject({
      code: 0,
      out: expect.stringContaining('none of 3 orders can be weakened (cost 2)') as string,
    });
  });

  it('finds methods of C++', async () => {
    const path = file(
      'lock.cpp',
      CXX('int none = 0;\n  while (!pick(0)->compare_exchange_weak(none, 1)) none = 0;', 'word[0].store(0);'),
    );
    const { code, out } = await relax(path);
    expect(code).toBe(1);
    expect(out).toContain('3 of 3 orders can change: cost 2 instead of 9 (to apply: --write)');
  });

  it('shows a reason for each order, and keeps orders that the text does not name', async () => {
    const path = file('lock.c', C('while (atomic_exchange(&word, 1)) ;', 'word = 0;'));
    const { code, out } = await relax(path);
    expect(code).toBe(1);
    expect(out).toContain('1 of 1 order can change: cost 1 instead of 3 (to apply: --write)');
    expect(out).toMatch(/lock\.c:7:10: acquire instead of seq_cst\n {4}if relaxed, under RC11: data race on counter\n/);
    expect(out).toMatch(
      /because no order is written at that place \(but perhaps in a macro\): the store at .*lock\.c:9:8\n/,
    );
  });

  it('tells which orders it cannot strengthen, if the program fails with all others', async () => {
    const release = 'atomic_store_explicit(&word, 0, memory_order_relaxed)';
    const lock = 'while (atomic_exchange_explicit(&word, 1, memory_order_relaxed)) ;';
    const definitions = `#define UNLOCK() do { ${release}; } while (0)\nstatic atomic_int word;`;
    const { out } = await relax(file('macro.c', C(lock, 'UNLOCK();', definitions)), '--from', 'seq_cst');
    expect(out).toContain('nothing can be weakened: the program fails with the strongest orders that can be written');
    expect(out).toMatch(
      /\n {2}unchanged, because no order is written at that place \(but perhaps in a macro\): the store at .*macro\.c:10:3\n$/,
    );
  });

  it('reports a program that fails with all orders', async () => {
    const { code, out } = await relax(file('none.c', C('', 'atomic_store(&word, 0);')));
    expect({ code, out }).toMatchObject({
      code: 1,
      out: expect.stringContaining('fails with the strongest orders, under RC11: data race on counter') as string,
    });
  });

  it('finds orders that are too weak, from seq_cst', async () => {
    const relaxed = C(
      'while (atomic_exchange_explicit(&word, 1, memory_order_relaxed)) ;',
      'atomic_store_explicit(&word, 0, memory_order_relaxed);',
    );
    const path = file('weak.c', relaxed);
    expect((await relax(path)).out).toContain('nothing can be weakened');
    expect((await relax(path, '--from', 'seq_cst', '--write')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('memory_order_acquire');
    expect((await relax(path, '--max-time', '0.000001s')).code).toBe(3);
  });

  it('counts waits that never end as failures, and executions that only then go beyond bounds', async () => {
    const wait = (loop: string): string => `#include <pthread.h>
#include <stdatomic.h>
static atomic_int data, flag;
static void *send(void *unused) {
  atomic_store(&data, 1);
  atomic_store(&flag, 1);
  return 0;
}
static void *receive(void *unused) {
  while (!atomic_load(&flag)) ;
  int seen = atomic_load(&data);
  ${loop}
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, send, 0);
  pthread_create(&b, 0, receive, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`;
    const waiting = await relax(file('wait.c', wait('while (!seen && atomic_load(&flag)) ;')));
    expect(waiting.out).toContain('cost 2 instead of 15');
    expect(waiting.out).toContain('if relaxed, under RC11: main waits for');
    const endless = await relax(file('endless.c', wait('while (!seen) ;')));
    expect(endless.out).toContain('cost 2 instead of 12');
    expect(endless.out).toContain('if relaxed, under RC11: thread 2 continues beyond the bounds of the search');
  });
});
