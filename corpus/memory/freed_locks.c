/* Locks and the like in memory that another thread frees. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

static struct {
  int data;
  pthread_mutex_t mutex;
  pthread_cond_t cond;
  pthread_rwlock_t rwlock;
  pthread_spinlock_t spin;
  pthread_barrier_t barrier;
  pthread_once_t once;
  sem_t sem;
  mtx_t mtx;
} *all;
static atomic_int done;

static void nothing(void) {}

static void *uses(void *arg) {
#if USE == 0
  pthread_mutex_lock(&all->mutex);
  pthread_mutex_unlock(&all->mutex);
#elif USE == 1
  pthread_cond_signal(&all->cond);
#elif USE == 2
  pthread_rwlock_rdlock(&all->rwlock);
  pthread_rwlock_unlock(&all->rwlock);
#elif USE == 3
  pthread_spin_lock(&all->spin);
  pthread_spin_unlock(&all->spin);
#elif USE == 4
  pthread_barrier_wait(&all->barrier);
#elif USE == 5
  pthread_once(&all->once, nothing);
#elif USE == 6
  sem_post(&all->sem);
#elif USE == 7
  mtx_lock(&all->mtx);
  mtx_unlock(&all->mtx);
#elif USE == 8
  pthread_mutex_trylock(&all->mutex);
#elif USE == 9
  pthread_mutex_destroy(&all->mutex);
#endif
  atomic_store(&done, 1);
  return NULL;
}

int main(void) {
  all = calloc(1, sizeof *all);
  pthread_mutex_init(&all->mutex, NULL);
  pthread_cond_init(&all->cond, NULL);
  pthread_rwlock_init(&all->rwlock, NULL);
  pthread_spin_init(&all->spin, 0);
  pthread_barrier_init(&all->barrier, NULL, 1);
  sem_init(&all->sem, 0, 0);
  mtx_init(&all->mtx, mtx_plain);
  pthread_t t;
  pthread_create(&t, NULL, uses, NULL);
#ifdef WAIT
  while (!atomic_load(&done)) {
  }
#endif
  free(all);
  pthread_join(t, NULL);
  return 0;
}
