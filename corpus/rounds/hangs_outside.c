/* The inner loop is left after three rounds, and the outer one never enters it again. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *spin(void *arg) {
  int n = 0;
  for (;;) {
    while (n < 3) {
      n++;
      if (atomic_load(&flag))
        return NULL;
    }
  }
}

static void *set(void *arg) {
  atomic_store(&flag, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, spin, NULL);
  pthread_create(&b, NULL, set, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
