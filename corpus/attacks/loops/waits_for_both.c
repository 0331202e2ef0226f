/* The inner loop waits for one flag or the other, the outer one for both: each may come first. */
#include "../threads.h"

static atomic_int one, two;

static void *sets_one(void *arg) {
  atomic_store(&one, 1);
  return NULL;
}

static void *sets_two(void *arg) {
  atomic_store(&two, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sets_one, NULL);
  pthread_create(&b, NULL, sets_two, NULL);
  while (!(atomic_load(&one) && atomic_load(&two)))
    while (!atomic_load(&one) && !atomic_load(&two))
      ;
  assert(atomic_load(&one) && atomic_load(&two));
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
