/* Atomic bools and chars next to one another in a struct: neighbours, not the same location. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static struct {
  atomic_bool a, b;
  atomic_char c;
} s;

static void *set_a(void *arg) {
  atomic_store_explicit(&s.a, true, memory_order_relaxed);
  return NULL;
}

static void *set_b(void *arg) {
  atomic_store_explicit(&s.b, true, memory_order_relaxed);
  atomic_store_explicit(&s.c, -1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, set_a, NULL);
  pthread_create(&b, NULL, set_b, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(s.a && s.b && s.c == -1);
  return 0;
}
