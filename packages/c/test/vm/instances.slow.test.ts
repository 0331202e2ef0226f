import { LocalStates } from '@fencepost/core';
import { exploreGraphs, exploreSource } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, counts, explored, file, settled } from '@fencepost/testing/compiled';

/** THREADS threads, of which ADDERS add to a counter and the rest work on variables (and locals) of their own. */
const MANY = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static volatile int own[THREADS];
static int sum(volatile int *from, int times) {
  int total = 0;
  for (int i = 0; i < times; i++) total += *from;
  return total;
}
static void *work(void *arg) {
  long i = (long)arg;
  int frame[4] = {1, 2, 3, (int)i};
  own[i] = frame[i % 4];
  own[i] = sum(&own[i], 3) + frame[3];
  if (i >= THREADS - ADDERS) atomic_fetch_add(&counter, 1);
  return (void *)(long)own[i];
}
int main(void) {
  pthread_t threads[THREADS];
  long total = 0, expected = 0;
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (long i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(threads[i], &result);
    total += (long)result;
    expected += 3 * (i % 4 == 3 ? i : i % 4 + 1) + i;
  }
  assert(total == expected);
  assert(counter == ADDERS);
  return 0;
}
`;

describe.skipIf(!canCompile)('more threads than instances', { timeout: 30_000 }, () => {
  const many = (threads: number, adders: number) =>
    compile(file('many.c', MANY), {
      flags: [`-DTHREADS=${threads}`, `-DADDERS=${adders}`],
      bounds: { unroll: threads + 1 },
    });

  it('give the same executions as few threads do', async () => {
    const few = await many(4, 4);
    const crowd = await many(40, 4);
    expect(counts(few, exploreGraphs)).toEqual([24, 24, 24]);
    expect(counts(crowd, exploreGraphs)).toEqual([24, 24, 24]);
    const { failures, nonSequential } = explored(crowd, exploreGraphs, { model: 'pso' });
    expect([failures, nonSequential]).toEqual([[], 0]);
  });

  it('do so for Source-DPOR, which goes back and forth between them', async () => {
    expect(explored(await many(40, 3), exploreSource, { model: 'sc' }).executions).toBe(6);
  });

  it('fail where fewer threads fail', async () => {
    const crowd = await compile(file('wrong.c', MANY.replace('counter == ADDERS', 'counter != ADDERS')), {
      flags: ['-DTHREADS=40', '-DADDERS=2'],
      bounds: { unroll: 41 },
    });
    expect(explored(crowd, exploreGraphs, { model: 'sc' }).failures).toMatchObject([
      {
        kind: 'assertion',
        thread: 'main',
        executions: 2,
        message: expect.stringContaining('counter != ADDERS') as string,
      },
    ]);
  });

  it('are created again when their data was forgotten', async () => {
    const crowd = await many(40, 4);
    // So few states are kept that most of them are discovered more than once.
    const { executions } = settled(crowd, () => exploreGraphs(new LocalStates(crowd, 100), { model: 'tso' }));
    expect(executions).toBe(24);
  });
});
