/* memcpy of a shared struct under a lock: the copy is consistent. -DRACE leaves the reader's lock out. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct record {
  int first, middle[3], last;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct record shared;

static void *writes(void *arg) {
  struct record fresh = {1, {1, 1, 1}, 1};
  pthread_mutex_lock(&mutex);
  memcpy(&shared, &fresh, sizeof shared);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *reads(void *arg) {
  struct record copy;
#ifndef RACE
  pthread_mutex_lock(&mutex);
#endif
  memcpy(&copy, &shared, sizeof copy);
#ifndef RACE
  pthread_mutex_unlock(&mutex);
#endif
  assert(copy.first == copy.last);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writes, NULL);
  pthread_create(&b, NULL, reads, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
