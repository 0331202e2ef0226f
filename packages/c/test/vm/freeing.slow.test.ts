import { checkProgram } from '@fencepost/check';
import { exploreGraphs, exploreSource } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, explored, file } from '@fencepost/testing/compiled';

/** The first thread frees what main frees, too, if it reads VALUE. */
const TWICE = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static int *p;
static void *frees(void *arg) {
  *p = 1;
  if (atomic_load(&x) == VALUE) free(p);
  return arg;
}
static void *sets(void *arg) {
  atomic_store(&x, 1);
  return arg;
}
int main(void) {
  p = malloc(sizeof *p);
  pthread_t a, b;
  pthread_create(&a, 0, sets, 0);
  pthread_create(&b, 0, frees, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(p);
  return 0;
}
`;

/** A thread frees memory that nobody has accessed. ORDER decides whether it sees the allocation. */
const PASSED_ON = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) passed;
static void *frees(void *arg) {
  int *p = atomic_load_explicit(&passed, memory_order_acquire);
  if (p != 0) free(p);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, frees, 0);
  atomic_store_explicit(&passed, malloc(4), ORDER);
  pthread_join(t, 0);
  return 0;
}
`;

describe.skipIf(!canCompile)('freeing', { timeout: 30_000 }, () => {
  // Whichever execution comes first: in one of them only main frees.
  it.each([0, 1])('twice is found if main has been seen to be the only one before (%i)', async (value) => {
    for (const explore of [exploreGraphs, exploreSource]) {
      const program = await compile(file('twice.c', TWICE), { flags: [`-DVALUE=${value}`] });
      const { executions, failures } = explored(program, explore, { model: 'sc' });
      expect(executions).toBe(2);
      expect(failures).toMatchObject([{ kind: 'invalid access', site: { line: 22 }, executions: 1 }]);
    }
  });
  it.each([
    ['memory_order_relaxed', 'failing'],
    ['memory_order_release', 'safe'],
  ])('memory that nobody has accessed comes after its allocation: %s is %s', async (order, verdict) => {
    const program = await compile(file('passed.c', PASSED_ON), { flags: [`-DORDER=${order}`] });
    const [sc, rc11] = checkProgram(program, { models: ['sc', 'rc11'], all: true });
    expect(sc).toMatchObject({ verdict: 'safe', executions: 2 });
    expect(rc11).toMatchObject({ verdict });
    expect(rc11!.failures.every(({ kind }) => kind === 'data race')).toBe(true);
  });
});
