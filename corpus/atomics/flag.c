/* atomic_flag: exactly one of three threads finds it clear. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag flag = ATOMIC_FLAG_INIT;
static int first[3];

static void *work(void *arg) {
  first[(long)arg] = !atomic_flag_test_and_set(&flag);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_create(&c, NULL, work, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(first[0] + first[1] + first[2] == 1);
  return 0;
}
