/* Of several threads, only the last one is joined. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread, last;
  for (int i = 0; i < 2; i++) {
    last = thread;
    pthread_create(&thread, 0, worker, 0);
    if (i > 0) {
      pthread_join(last, 0);
      count++;
    }
  }
  return 0;
}
