/* In the manner of the Apache Portable Runtime: threads take blocks from a pool whose free list a mutex guards. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef N
#define N 2
#endif

struct block {
  struct block *next;
  int owner;
};

struct pool {
  pthread_mutex_t mutex;
  struct block *free;
};

static struct pool *pool;

static struct block *pool_take(struct pool *p) {
  pthread_mutex_lock(&p->mutex);
  struct block *b = p->free;
  if (b != NULL)
    p->free = b->next;
  pthread_mutex_unlock(&p->mutex);
  return b;
}

static void *work(void *arg) {
  struct block *b = pool_take(pool);
  assert(b != NULL);
  b->owner = (int)(long)arg;
  assert(b->owner == (long)arg);
  return b;
}

int main(void) {
  pthread_t threads[N];
  struct block *blocks[N];
  pool = malloc(sizeof *pool);
  pthread_mutex_init(&pool->mutex, NULL);
  pool->free = NULL;
  for (int i = 0; i < N; i++) {
    struct block *b = malloc(sizeof *b);
    b->next = pool->free;
    pool->free = b;
  }
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], (void **)&blocks[i]);
  for (int i = 0; i < N; i++)
    free(blocks[i]);
  pthread_mutex_destroy(&pool->mutex);
  free(pool);
  return 0;
}
