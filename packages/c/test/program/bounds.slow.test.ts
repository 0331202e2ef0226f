import { exploreGraphs } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../src/vm/context/context.js';
import { canCompile, compile, explored, file } from '@fencepost/testing/compiled';

/** What fails under SC, by message. */
async function failuresOf(path: string, flags: readonly string[], bounds: Partial<Bounds>): Promise<string[]> {
  const program = await compile(path, { flags, bounds });
  const { failures } = explored(program, exploreGraphs, { model: 'sc' });
  return failures.map(({ message }) => message);
}

describe.skipIf(!canCompile)('failing allocations', () => {
  const use = file(
    'allocates.c',
    `#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
int main() {
  int *p = ALLOCATE;
#ifdef CHECKED
  if (!p) { assert(errno == ENOMEM); return 0; }
#endif
  *p = 1;
  free(p);
}`,
  );

  it.each(['malloc(4)', 'calloc(1, 4)', 'realloc(0, 4)', 'aligned_alloc(8, 8)', '(int *)strdup("abc")'])(
    '%s may return NULL on request',
    async (call) => {
      const flags = [`-DALLOCATE=${call}`];
      expect(await failuresOf(use, flags, {})).toEqual([]);
      expect(await failuresOf(use, flags, { allocFails: true })).toEqual(['null pointer dereferenced (address 0x0)']);
      expect(await failuresOf(use, [...flags, '-DCHECKED'], { allocFails: true })).toEqual([]);
    },
  );

  it('posix_memalign returns an error', async () => {
    const path = file(
      'aligned.c',
      `#include <assert.h>
#include <stdlib.h>
int main() { void *p; assert(posix_memalign(&p, 16, 16) == 0); free(p); }`,
    );
    expect(await failuresOf(path, [], {})).toEqual([]);
    expect(await failuresOf(path, [], { allocFails: true })).toHaveLength(1);
  });

  it('exceptions have reserved memory, and new does not return null', async () => {
    const path = file(
      'throws.cpp',
      `#include <cassert>
#include <stdexcept>
#include <string>
int main() {
  int *p = new int(3);
  try { throw std::runtime_error("a text that is longer than fits into a string itself"); }
  catch (const std::exception &e) { assert(std::string(e.what()).size() > 30); }
  delete p;
}`,
    );
    expect(await failuresOf(path, [], { allocFails: true })).toEqual([]);
  });
});

describe.skipIf(!canCompile)('the id of a new thread', () => {
  const c = file(
    'reads_own_id.c',
    `#include <assert.h>
#include <pthread.h>
pthread_t id;
static void *run(void *unused) { assert(pthread_equal(id, pthread_self())); return 0; }
int main() { pthread_create(&id, 0, run, 0); pthread_join(id, 0); }`,
  );
  const cxx = file(
    'reads_own_id.cpp',
    `#include <cassert>
#include <new>
#include <thread>
std::thread other;
int main() {
  new (&other) std::thread([] { assert(other.get_id() == std::this_thread::get_id()); });
  other.join();
}`,
  );

  it.each([c, cxx])('is stored before the thread runs, or at any time by POSIX: %s', async (path) => {
    expect(await failuresOf(path, [], {})).toEqual([]);
    expect(await failuresOf(path, [], { threadIds: 'glibc' })).toEqual([]);
    expect(await failuresOf(path, [], { threadIds: 'posix' })).toHaveLength(1);
  });
});

describe.skipIf(!canCompile)('spurious wake-ups', () => {
  const c = file(
    'waits.c',
    `#include <assert.h>
#include <pthread.h>
#include <threads.h>
#ifdef C11
#define pthread_cond_wait(c, m) cnd_wait((cnd_t *)(c), (mtx_t *)(m))
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready;
void *wait(void *x) {
  pthread_mutex_lock(&m);
  KEYWORD (!ready) pthread_cond_wait(&c, &m);
  assert(ready);
  pthread_mutex_unlock(&m);
  return x;
}
int main() {
  pthread_t t[WAITERS];
  for (int i = 0; i < WAITERS; i++) pthread_create(&t[i], 0, wait, 0);
  pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m);
  pthread_cond_broadcast(&c);
  for (int i = 0; i < WAITERS; i++) pthread_join(t[i], 0);
}`,
  );
  const cxx = file(
    'waits.cpp',
    `#include <cassert>
#include <condition_variable>
#include <thread>
std::mutex m; std::condition_variable c; bool ready;
int main() {
  std::thread t([] {
    std::unique_lock<std::mutex> l(m);
    KEYWORD (!ready) c.wait(l);
    assert(ready);
  });
  { std::lock_guard<std::mutex> l(m); ready = true; }
  c.notify_one();
  t.join();
}`,
  );

  it.each([
    [c, ['-DWAITERS=1']],
    [c, ['-DWAITERS=2']],
    [c, ['-DWAITERS=1', '-DC11']],
    [cxx, []],
  ])('distinguish `if` from `while`: %s %s', async (path, flags) => {
    const found = (keyword: string, spurious: boolean): Promise<string[]> =>
      failuresOf(path, [...flags, `-DKEYWORD=${keyword}`], { spurious });
    expect(await found('if', false)).toEqual([]);
    expect(await found('if', true)).toEqual(['assertion failed: ready']);
    expect(await found('while', true)).toEqual([]);
  });
});

describe.skipIf(!canCompile)('an exit status other than 0', () => {
  const path = file(
    'status.c',
    `#include <pthread.h>
#include <stdlib.h>
int x; void *add(void *p) { int y = x; x = y + 1; return p; }
int main() {
  pthread_t t, u;
  pthread_create(&t, 0, add, 0); pthread_create(&u, 0, add, 0);
  pthread_join(t, 0); pthread_join(u, 0);
  END
}`,
  );

  it.each([
    ['return x != 2;', 'main returned 1'],
    ['if (x != 2) exit(3);', 'exit(3) was called'],
    ['if (x != 2) _Exit(-1);', 'exit(-1) was called'],
    ['if (x != 2) exit(256); return 0;', undefined],
    ['return 0;', undefined],
  ])('is a failure on request: %s', async (end, message) => {
    const flags = [`-DEND=${end}`];
    expect(await failuresOf(path, flags, {})).toEqual([]);
    expect(await failuresOf(path, flags, { failOnExit: true })).toEqual(message === undefined ? [] : [message]);
  });
});
