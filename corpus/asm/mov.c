/* Loads and stores written as mov instructions: store buffering as with volatile variables. */
#include <pthread.h>

static int x, y, seen[2];

static int load(int *from) {
  int value;
  __asm__ __volatile__("movl %1, %0" : "=q"(value) : "m"(*from) : "memory");
  return value;
}

static void store(int *to, int value) { __asm__ __volatile__("movl %1, %0" : "=m"(*to) : "iq"(value) : "memory"); }

static void *left(void *arg) {
  store(&x, 1);
  seen[0] = load(&y);
  return NULL;
}

static void *right(void *arg) {
  store(&y, 1);
  seen[1] = load(&x);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
