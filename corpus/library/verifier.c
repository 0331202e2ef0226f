/* __VERIFIER_assume cuts executions, __VERIFIER_error (-DERROR) fails. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);
void __VERIFIER_error(void);

static atomic_int x;

static void *writer(void *arg) {
  atomic_store(&x, 1);
  return NULL;
}

static void *reader(void *arg) {
  __VERIFIER_assume(atomic_load(&x) == 1);
#ifdef ERROR
  __VERIFIER_error();
#endif
  assert(atomic_load(&x) == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
