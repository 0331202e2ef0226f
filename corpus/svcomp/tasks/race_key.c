/* What a key refers to belongs to the thread. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int used;

static void *worker(void *arg) {
  static int slots[2];
  pthread_mutex_lock(&mutex);
  int *mine = &slots[used++];
  pthread_mutex_unlock(&mutex);
  pthread_setspecific(key, mine);
  int *same = pthread_getspecific(key);
  *same = 1;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_key_create(&key, 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
