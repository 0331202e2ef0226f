/* Threads of the Apache Portable Runtime: each allocates from its own pool, counts under a mutex, and counts atomically. The pools are children
 * of one pool, so creating and destroying them synchronises, too. */
#include "apr_atomic.h"
#include "apr_general.h"
#include "apr_pools.h"
#include "apr_strings.h"
#include "apr_thread_mutex.h"
#include "apr_thread_proc.h"
#include <assert.h>
#include <string.h>

#define THREADS 2

static apr_thread_mutex_t *mutex;
static apr_uint32_t started;
static int count;

static void *APR_THREAD_FUNC work(apr_thread_t *thread, void *number) {
  char *name = apr_psprintf(apr_thread_pool_get(thread), "thread %d", (int)(long)number);
  assert(strlen(name) == 8);
  apr_atomic_inc32(&started);
  apr_thread_mutex_lock(mutex);
  count++;
  apr_thread_mutex_unlock(mutex);
  apr_thread_exit(thread, APR_SUCCESS);
  return NULL;
}

int main(void) {
  apr_pool_t *pool;
  apr_thread_t *threads[THREADS];
  apr_status_t result;
  assert(apr_initialize() == APR_SUCCESS);
  assert(apr_pool_create(&pool, NULL) == APR_SUCCESS);
  assert(apr_thread_mutex_create(&mutex, APR_THREAD_MUTEX_DEFAULT, pool) == APR_SUCCESS);
  for (long i = 0; i < THREADS; i++)
    assert(apr_thread_create(&threads[i], NULL, work, (void *)i, pool) == APR_SUCCESS);
  for (int i = 0; i < THREADS; i++)
    assert(apr_thread_join(&result, threads[i]) == APR_SUCCESS && result == APR_SUCCESS);
  assert(count == THREADS && apr_atomic_read32(&started) == THREADS);
  apr_pool_destroy(pool);
  apr_terminate();
  return 0;
}
