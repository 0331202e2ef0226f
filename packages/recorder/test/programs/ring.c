/* Threads that come and go, memory that is freed and used again, a mutex, and at the end a race and store buffering. */
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int flag[2];
static int late, saw[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static long total;

static void *short_lived(void *unused) {
  pthread_mutex_lock(&mutex);
  total++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

#define OWN 200
#define BYTES 2000

static void *run(void *number) {
  long me = (long)number;
  char *own[OWN] = {0};
  for (int i = 0; i < 4000; i++) {
    /* Not accessed for some time. Then the other thread may get them, without synchronisation. */
    if (i % 50 == 0)
      for (int k = 0; k < 50; k++) free(own[(i + k) % OWN]);
    char **at = &own[i % OWN];
    *at = malloc(BYTES);
    memset(*at, i, 64);
    pthread_mutex_lock(&mutex);
    if (i % 100 == 0) total += **at;
    pthread_mutex_unlock(&mutex);
  }
  pthread_barrier_wait(&barrier);
  atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
  saw[me] = atomic_load_explicit(&flag[1 - me], memory_order_relaxed);
  late++;
  return NULL;
}

/* With arguments: makes the second file before its last access, and waits until the first exists. */
int main(int count, char **words) {
  pthread_t threads[2], other;
  mallopt(M_ARENA_MAX, 1);
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 8; i++) {
    pthread_create(&other, NULL, short_lived, NULL);
    if (i % 2 == 0) pthread_join(other, NULL);
    else pthread_detach(other);
  }
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  if (count > 2) {
    close(creat(words[2], 0600));
    while (access(words[1], F_OK) != 0) usleep(10000);
    late++;
  }
  return 0;
}
