import { exploreGraphs } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, explored, file } from '@fencepost/testing/compiled';

const source = (first: string, second: string): string => `
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static atomic_int a, b;
static void look(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); }
static void *one(void *p) { ${first}; return 0; }
static void *two(void *p) { ${second}; return 0; }
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, two, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
}`;
const set = (name: string): string => `atomic_store_explicit(&${name}, 1, memory_order_relaxed)`;
const get = (name: string): string => `atomic_load_explicit(&${name}, memory_order_relaxed)`;

describe.skipIf(!canCompile).each(['tso', 'pso', 'rc11', 'arm64'] as const)('the clock under %s', (model) => {
  it('is not memory: an early read of it does not make a program less robust', async () => {
    const text = source(`${set('a')}; look()`, `look(); ${get('a')}`);
    const program = await compile(file(`clock-${model}.c`, text));
    expect(explored(program, exploreGraphs, { model })).toMatchObject({ executions: 4, nonSequential: 0 });
  });

  it('orders no accesses to memory', async () => {
    const text = source(`${set('a')}; look(); ${get('b')}`, `${set('b')}; look(); ${get('a')}`);
    const program = await compile(file(`buffering-${model}.c`, text));
    // In two orders of the readings, both loads come before the stores.
    expect(explored(program, exploreGraphs, { model })).toMatchObject({ executions: 8, nonSequential: 2 });
  });
});
