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
});
