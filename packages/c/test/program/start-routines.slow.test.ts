import { checkProgram } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, file } from '@fencepost/testing/compiled';

// Machines ignore superfluous arguments and results, and programs rely on it.

const program = file(
  'start.c',
  `#include <assert.h>
#include <pthread.h>
#include <threads.h>
int x;
long got;
void *unprototyped() { x = 1; return (void *)7; }
void nothing(void *a) { x = 1; got = (long)a; }
int number(void) { x = 1; return 7; }
void *given(int a) { x = 1; got = a; return (void *)7; }
long both(long a) { x = 1; got = a; return 7; }
int once() { x = 1; return 7; }
typedef void *(*start)(void *);
int main() {
#ifdef RUN
  pthread_t t;
  void *result = 0;
  pthread_create(&t, 0, (start)RUN, (void *)5);
  pthread_join(t, &result);
  assert(RESULT == 0 || (long)result == RESULT);
#elif defined(RUN_INT)
  thrd_t t;
  int result = 0;
  thrd_create(&t, (thrd_start_t)RUN_INT, (void *)5);
  thrd_join(t, &result);
  assert(RESULT == 0 || result == RESULT);
#else
  static pthread_once_t control = PTHREAD_ONCE_INIT;
  pthread_once(&control, (void (*)(void))once);
  pthread_once(&control, (void (*)(void))once);
#endif
  assert(x == 1 && got == ARGUMENT);
}`,
);

async function failuresWith(...flags: string[]): Promise<string[]> {
  const [check] = checkProgram(await compile(program, { flags }), { models: ['sc'] });
  return check!.failures.map(({ message }) => message);
}

describe.skipIf(!canCompile)('a start routine of another type', () => {
  it.each([
    ['RUN', 'unprototyped', 7, 0],
    ['RUN', 'nothing', 0, 5],
    ['RUN', 'number', 7, 0],
    ['RUN', 'given', 7, 5],
    ['RUN', 'both', 7, 5],
    ['RUN_INT', 'unprototyped', 7, 0],
    ['RUN_INT', 'nothing', 0, 5],
    ['RUN_INT', 'both', 7, 5],
    ['ONCE', 'once', 0, 0],
  ])('-D%s=%s runs, with result %d and argument %d', async (macro, routine, result, argument) => {
    expect(await failuresWith(`-D${macro}=${routine}`, `-DRESULT=${result}`, `-DARGUMENT=${argument}`)).toEqual([]);
  });

  it('that takes two arguments is an error', async () => {
    expect(await failuresWith('-DRUN=main2', '-DRESULT=0', '-DARGUMENT=0', '-Dmain2=(void*)3')).not.toEqual([]);
  });
});
