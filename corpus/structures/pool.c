/* A small pool of workers that steal: each has a queue behind a mutex and looks at its own first, then at the other's.
 * Every task is done exactly once. */
#include <assert.h>
#include <pthread.h>

struct queue {
  pthread_mutex_t mutex;
  int tasks[2], length;
};

static struct queue queues[2] = {{PTHREAD_MUTEX_INITIALIZER, {0, 1}, 2}, {PTHREAD_MUTEX_INITIALIZER, {0}, 0}};
static int done[2];

static int take(struct queue *q) {
  pthread_mutex_lock(&q->mutex);
  int task = q->length > 0 ? q->tasks[--q->length] : -1;
  pthread_mutex_unlock(&q->mutex);
  return task;
}

static void *worker(void *arg) {
  long me = (long)arg;
  for (;;) {
    int task = take(&queues[me]);
    if (task < 0)
      task = take(&queues[1 - me]);
    if (task < 0)
      return NULL;
    done[task]++;
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, (void *)0L);
  pthread_create(&b, NULL, worker, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(done[0] == 1 && done[1] == 1);
  return 0;
}
