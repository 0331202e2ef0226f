import { checkProgram } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, file } from '@fencepost/testing/compiled';

const program = file(
  'pointers.c',
  `#include <assert.h>
#include <pthread.h>
extern void *__VERIFIER_nondet_pointer(void);
_Bool b;
int n, *p;
void *run(void *unused) {
  b = __VERIFIER_nondet_pointer();
  if (b) n = 1;
#ifdef STORED
  p = __VERIFIER_nondet_pointer();
#endif
  return __VERIFIER_nondet_pointer();
}
int main() {
  pthread_t t;
  void *result = 0;
  pthread_create(&t, 0, run, 0);
#ifdef JOINED
  pthread_join(t, &result);
#else
  pthread_join(t, 0);
#endif
#ifdef CALLED
  result = run(0);
#endif
  assert(n == b && result == 0);
}`,
);

describe.skipIf(!canCompile)('an arbitrary pointer', () => {
  it.each([
    ['needs two values to be compared with null, and one for a result that is not read', [], 2, [], true],
    ['is undecided if a thread reads the result', ['-DJOINED'], 4, ['assertion failed: n == b && result == 0'], false],
    [
      'is undecided if the result is read after a call',
      ['-DCALLED'],
      16,
      ['assertion failed: n == b && result == 0'],
      false,
    ],
    ['is undecided if it is stored', ['-DSTORED'], 4, [], false],
  ])('%s', async (_title, flags, executions, failures, complete) => {
    const [check] = checkProgram(await compile(program, { flags }), { models: ['sc'], all: true });
    expect(check!.failures.map(({ message }) => message)).toEqual(failures);
    expect(check!.incomplete === null).toBe(complete);
    expect(check!.executions).toBe(executions);
  });
});
