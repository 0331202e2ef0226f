/* Functions and variables with the names of the library's: the program's own are used. */
#include <assert.h>
#include <pthread.h>

static int rand(void) { return 4; }
static int abs(int n) { return n < 0 ? 100 - n : n; }
static int lock, unlock = 3, memory, load, store, thread, stack;

static void *works(void *arg) {
  lock = rand() + abs(-1);
  assert(lock == 105 && unlock == 3);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, works, NULL);
  pthread_join(a, NULL);
  assert(lock == 105 && memory + load + store + thread + stack == 0);
  return 0;
}
