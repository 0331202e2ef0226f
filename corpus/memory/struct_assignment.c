/* Assignment of a struct is many stores: without a lock a reader sees half of it. */
#include <assert.h>
#include <pthread.h>

struct record {
  int first, middle[3], last;
};

static struct record shared, one = {1, {1, 1, 1}, 1};

static void *writes(void *arg) {
  shared = one;
  return NULL;
}

static void *reads(void *arg) {
  int last = shared.last;
  int first = shared.first;
  assert(last == first);
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
