/* pthread_join gives what the thread returned, or what it passed to pthread_exit. */
#include <assert.h>
#include <pthread.h>

static void deep(void) { pthread_exit((void *)2L); }

static void *returns(void *arg) { return (void *)((long)arg + 1); }

static void *exits(void *arg) {
  deep();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  void *from_a, *from_b;
  pthread_create(&a, NULL, returns, (void *)40L);
  pthread_create(&b, NULL, exits, NULL);
  pthread_join(a, &from_a);
  pthread_join(b, &from_b);
  assert((long)from_a == 41 && (long)from_b == 2);
  return 0;
}
