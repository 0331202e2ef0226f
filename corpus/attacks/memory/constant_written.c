/* A constant structure is written by an assignment of a whole structure, by memcpy, or by a read-modify-write. */
#include "../threads.h"

struct Pair {
  int first;
  atomic_int second;
};

static const struct Pair constant = {1, 2};

static void *writes(void *arg) {
  struct Pair *pair = (struct Pair *)arg;
#if defined BY_COPY
  struct Pair other = {3, 4};
  memcpy(pair, &other, sizeof other); /* here */
#elif defined BY_RMW
  atomic_fetch_add(&pair->second, 1); /* here */
#else
  pair->first = 3; /* here */
#endif
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writes, (void *)&constant);
  pthread_join(a, NULL);
  return constant.first;
}
