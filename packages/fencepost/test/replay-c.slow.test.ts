import type { CheckReport } from '@fencepost/report';
import { describe, expect, it } from 'vitest';
import { canCompile, file } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';

/** A node is published before it is filled. What `main` does with the heap is visible only once it is known to be shared. */
const PUBLISH = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; };
_Atomic(struct node *) head;

void *reader(void *unused) {
  struct node *node = atomic_load_explicit(&head, memory_order_acquire);
  if (node != NULL) assert(node->value == VALUE);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  struct node *node = malloc(sizeof *node);
  node->value = VALUE;
  atomic_store_explicit(&head, node, memory_order_relaxed);
  pthread_join(thread, NULL);
  return 0;
}
`;

describe.skipIf(!canCompile)('replay of a compiled program', { timeout: 60_000 }, () => {
  const original = file('publish.c', `#ifndef VALUE\n#define VALUE 42\n#endif\n${PUBLISH}`);

  const schedule = async (): Promise<string> => {
    const { out } = await fencepost(['check', original, '--model', 'pso', '--format', 'json', '--no-config']);
    return (JSON.parse(out) as { checks: [CheckReport] }).checks[0].schedule!;
  };

  it('learns about memory like the check', async () => {
    const { code, out, err } = await fencepost(['replay', original, await schedule(), '--model', 'pso']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/^fails: assertion failed: node->value == VALUE \(in thread 1, .*publish\.c:14:\d+\)$/m);
  });

  it('does not mind lines that moved, nor names of heap objects', async () => {
    const moved = file('moved.c', `// A comment.\n\n#define VALUE 42\n\n\n\n${PUBLISH}`);
    const { code, out, err } = await fencepost(['replay', moved, await schedule(), '--model', 'pso']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('&*node');
  });

  it('notices other flags', async () => {
    const { code, err } = await fencepost(['replay', original, await schedule(), '--model', 'pso', '--', '-DVALUE=7']);
    expect(code).toBe(2);
    expect(err).toMatch(/^\S+publish\.c:\d+:\d+: the program deviates from the schedule at step \d+ \(.*\)/);
  });

  it('finds a test case that is disabled, as its name asks for it', async () => {
    const test = (name: string): string =>
      `TEST(Q, ${name}) { std::atomic<int> x{0}; std::thread t([&] { x = 1; }); EXPECT_EQ(x, 0); t.join(); }\n`;
    const headers = '#include <atomic>\n#include <thread>\n#include <gtest/gtest.h>\n';
    const path = file('disabled.cpp', `${headers}${test('DISABLED_fails')}${test('other')}`);
    const args = ['--test-case', 'Q.DISABLED_fails', '--model', 'sc', '--format', 'json', '--no-config'];
    const { out } = await fencepost(['check', path, ...args]);
    const [{ schedule: found, replay }] = (JSON.parse(out) as { checks: [CheckReport] }).checks;
    expect(replay).toEqual(['--model', 'sc', '--program', 'Q.DISABLED_fails']);
    expect(await fencepost(['replay', path, found!, ...replay])).toMatchObject({ code: 1, err: '' });
  });

  it('takes sources of C++ with any extension', async () => {
    const path = file('counter.c++', '#include <atomic>\nint main() { std::atomic<int> x{0}; return x.load(); }\n');
    const { code, err } = await fencepost(['check', path, '--model', 'sc', '--no-config']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('notices another program', async () => {
    const other = file('other.c', 'int main(void) { return 0; }\n');
    const { code, err } = await fencepost(['replay', other, await schedule(), '--model', 'pso']);
    expect(code).toBe(2);
    expect(err).toMatch(/step 1 of the schedule \(1(x\d+)?\) is not possible: .*main has ended/);
  });
});
