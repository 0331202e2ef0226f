/* A handover in the Apache Portable Runtime: one thread waits on a condition for an array that the other fills in a pool of its own. -DBUG hands it
 * over without the mutex. */
#include "apr_general.h"
#include "apr_pools.h"
#include "apr_strings.h"
#include "apr_tables.h"
#include "apr_thread_cond.h"
#include "apr_thread_mutex.h"
#include "apr_thread_proc.h"
#include <assert.h>
#include <string.h>

static apr_thread_mutex_t *mutex;
static apr_thread_cond_t *filled;
static apr_array_header_t *array;

static void *APR_THREAD_FUNC fill(apr_thread_t *thread, void *parent) {
  apr_pool_t *pool = parent;
  apr_array_header_t *made = apr_array_make(pool, 1, sizeof(char *));
  for (int i = 0; i < 3; i++)
    *(char **)apr_array_push(made) = apr_psprintf(pool, "item %d", i);
#ifndef BUG
  apr_thread_mutex_lock(mutex);
#endif
  array = made;
  apr_thread_cond_signal(filled);
#ifndef BUG
  apr_thread_mutex_unlock(mutex);
#endif
  return NULL;
}

int main(void) {
  apr_pool_t *pool, *items;
  apr_thread_t *thread;
  apr_status_t result;
  assert(apr_initialize() == APR_SUCCESS);
  assert(apr_pool_create(&pool, NULL) == APR_SUCCESS && apr_pool_create(&items, NULL) == APR_SUCCESS);
  apr_thread_mutex_create(&mutex, APR_THREAD_MUTEX_DEFAULT, pool);
  apr_thread_cond_create(&filled, pool);
  assert(apr_thread_create(&thread, NULL, fill, items, pool) == APR_SUCCESS);
  apr_thread_mutex_lock(mutex);
  while (array == NULL)
    apr_thread_cond_wait(filled, mutex);
  assert(strcmp(apr_array_pstrcat(pool, array, ','), "item 0,item 1,item 2") == 0);
  apr_thread_mutex_unlock(mutex);
  apr_thread_join(&result, thread);
  return 0;
}
