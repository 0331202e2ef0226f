import { describe, expect, it } from 'vitest';
import type { Report } from '@fencepost/report';
import { canCompile, file } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';

/** A node is freed while another thread uses it; then two of three threads take two locks in opposite orders. */
const FREED = `#include <atomic>
#include <thread>
struct Node { int value; Node *next; virtual ~Node() {} };
std::atomic<Node *> head;
int main() {
  head = new Node{};
  std::thread a([] { delete head.exchange(nullptr); });
  std::thread b([] {
    if (Node *node = head) node->value++;
  });
  a.join(), b.join();
}
`;

const LOCKED = `#include <pthread.h>
struct account { pthread_mutex_t lock; int balance; } accounts[2];
static void *transfer(void *p) {
  long i = (long)p;
  pthread_mutex_lock(&accounts[i % 2].lock);
  pthread_mutex_lock(&accounts[(i + 1) % 2].lock);
  pthread_mutex_unlock(&accounts[(i + 1) % 2].lock);
  pthread_mutex_unlock(&accounts[i % 2].lock);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, transfer, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
`;

const PLAIN = `#include <assert.h>
#include <pthread.h>
int x, y, a, b;
static void *left(void *p) { x = 1; a = y; return p; }
static void *right(void *p) { y = 1; b = x; return p; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, left, 0), pthread_create(&t, 0, right, 0);
  pthread_join(s, 0), pthread_join(t, 0);
  assert(a || b);
}
`;

const BITS = `#include <pthread.h>
struct { unsigned a : 1; int b; } s;
static void *left(void *p) { s.a = 1; return p; }
static void *right(void *p) { s.b = 1; return p; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, left, 0), pthread_create(&u, 0, right, 0);
  pthread_join(t, 0), pthread_join(u, 0);
}
`;

describe.skipIf(!canCompile)('reports of C and C++', { timeout: 120_000 }, () => {
  it('show who uses, allocated and freed memory, and nothing else', async () => {
    const { out } = await fencepost(['check', file('freed.cpp', FREED), '--model', 'sc', '--no-config']);
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /use after free of Node#1 \(24 bytes\), allocated at line 6, freed at line 3 by thread 1/,
    );
    expect(out).toMatch(/^\s+3▸ frees Node#1$/m);
    expect(out).toMatch(/9▸ Node#1\.value → freed memory/);
    expect(out).not.toMatch(/vtable|object of|-1656792553/);
  });

  it('show deadlocks of threads with the same code once, in every format, with the holders of locks', async () => {
    const source = file('locked.c', LOCKED);
    const report = async (format: string): Promise<string> =>
      (await fencepost(['check', source, '--model', 'sc', '--no-config', '--format', format])).out;
    const { checks } = JSON.parse(await report('json')) as Report;
    const { failures, executions } = checks[0]!;
    // Of 2 or of 3 threads; with 2, thread 2 and one of the others.
    expect(failures.map(({ kind }) => kind)).toEqual(['deadlock', 'deadlock']);
    expect(failures.reduce((sum, failure) => sum + failure.executions, 0)).toBeLessThan(executions);
    expect(failures[0]!.counterexample!.story.threads.flatMap(({ waits }) => waits ?? [])).toContain(
      'to lock accounts[1].lock (held by thread 2 since line 5)',
    );
    expect((await report('sarif')).match(/"ruleId": "deadlock"/g)).toHaveLength(2);
    expect((await report('junit')).match(/<failure/g)).toHaveLength(1);
  });

  it('propose atomic accesses where plain ones race', async () => {
    const { out } = await fencepost(['check', file('plain.c', PLAIN), '--model', 'tso', '--no-config']);
    expect(out).toContain('Make x and y atomic: plain accesses race');
    expect(out).not.toContain('atomic_thread_fence');
  });

  it('do not propose atomic bit-fields where they race under TSO only', async () => {
    const bits = PLAIN.replace('int x, y, a, b;', 'struct { unsigned i : 1, j : 1; } x, y;\nint a, b;');
    const source = file('bits.c', bits.replaceAll(/\b([xy])(?= = 1|;)/g, '$1.i').replace('} x, y.i;', '} x, y;'));
    const { out } = await fencepost(['check', source, '--model', 'tso', '--no-config']);
    expect(out).toContain('Do not let x.i/j and y.i/j race: bit-fields that share memory');
    expect(out).not.toMatch(/Make .* atomic|atomic_thread_fence/);
  });

  it('do not propose atomic bit-fields', async () => {
    const apart = file('apart.c', BITS);
    const together = file('together.c', BITS.replace('int b', 'unsigned b : 1'));
    const same = file('same.c', BITS.replace('s.b = 1', 's.a = 0'));
    const fixed = async (source: string): Promise<string> => (await fencepost(['fix', source, '--no-config'])).out;
    // Other members are no part of the unit: there is no race.
    expect(await fixed(apart)).toContain('nothing to repair');
    expect(await fixed(together)).toMatch(
      /data race on s\.a\/b\n {2}hint: bit-fields .* none can be atomic: .* one lock/,
    );
    expect(await fixed(same)).toMatch(
      /make the member a, declared at \S+, atomic instead of a bit-field, with relaxed/,
    );
    const { out } = await fencepost(['check', together, '--no-config', '--format', 'agent']);
    expect(out).toMatch(/^ {2}next: bit-fields that share memory/m);
  });
});
