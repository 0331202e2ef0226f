import { exploreGraphs, exploreSource } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import { canCompile, compile, explored, file } from '@fencepost/testing/compiled';

const source = (end: string, first: string, second: string): string => `
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int x;
static int found = 1, failed;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static void *one(void *p) { atomic_store_explicit(&x, 1, memory_order_relaxed); ${first} return 0; }
static void *two(void *p) { ${second} return 0; }
int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  ${end}
}`;
const READ = 'found = atomic_load_explicit(&x, memory_order_relaxed);';

/** How to take at once what is free, to take it, and to release it. */
const OBJECTS = [
  ['pthread_mutex_trylock(&mutex)', 'pthread_mutex_lock(&mutex);', 'pthread_mutex_unlock(&mutex);'],
  ['pthread_rwlock_trywrlock(&rwlock)', 'pthread_rwlock_wrlock(&rwlock);', 'pthread_rwlock_unlock(&rwlock);'],
  ['sem_trywait(&semaphore)', 'sem_wait(&semaphore);', 'sem_post(&semaphore);'],
] as const;

describe.skipIf(!canCompile).each(OBJECTS)('%s', (attempt, take, release) => {
  describe.each(['tso', 'pso'] as const)('under %s', (model) => {
    it('that looks before it takes does not make a program less robust', async () => {
      const text = source('', `if (${attempt} == 0) { ${release} }`, `if (${attempt} == 0) { ${READ} ${release} }`);
      const program = await compile(file('taken.c', text));
      const { executions, nonSequential } = explored(program, exploreGraphs, { model });
      expect(nonSequential).toBe(0);
      expect(executions).toBeGreaterThan(explored(program, exploreGraphs, { model: 'sc' }).executions);
      expect(explored(program, exploreSource, { model })).toMatchObject({ executions, nonSequential });
    });

    it('decides if it takes nothing: stores may come later', async () => {
      const text = source(
        'assert(!failed || found);',
        `if (${attempt} == 0) { ${release} } else failed = 1;`,
        `${take} ${release} ${READ}`,
      );
      const program = await compile(file('decided.c', text));
      const { nonSequential, failures } = explored(program, exploreGraphs, { model });
      expect([nonSequential, failures.length]).toEqual([1, 1]);
      expect(explored(program, exploreGraphs, { model: 'sc' }).failures).toEqual([]);
    });
  });
});
