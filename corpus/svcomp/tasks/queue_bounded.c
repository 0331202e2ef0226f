// A producer and consumers keep the length of a queue within its bounds, for any number of steps.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int length;
} queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void *consume(void *arg) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&queue.lock);
    while (queue.length == 0) pthread_cond_wait(&queue.changed, &queue.lock);
    if (queue.length < 1 || queue.length > 1000) reach_error();
    queue.length--;
    pthread_mutex_unlock(&queue.lock);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) pthread_create(&thread, 0, consume, 0);
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&queue.lock);
    if (queue.length < 1000) queue.length++;
    pthread_cond_signal(&queue.changed);
    pthread_mutex_unlock(&queue.lock);
  }
  return 0;
}
