/* Computed jumps (GNU C): a table of labels that is static or not, and an index that is constant or not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static atomic_int chosen;

static void *jumps(void *argument) {
#if defined RELATIVE
  static const int table[] = {&&two - &&one, &&one - &&one};
  goto *(&&one + table[chosen + 1]);
#elif defined STATIC
  static void *const table[] = {&&one, &&two};
  goto *table[chosen + 1];
#elif defined WRONG
  void *table[] = {&&one, &&two};
  goto *(chosen == 0 ? argument : table[1]);
#else
  void *table[] = {&&one, &&two};
  goto *table[1];
#endif
one:
  count += 100;
two:
  count += 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, jumps, 0);
  pthread_join(thread, 0);
#ifdef RELATIVE
  assert(count == 101);
#else
  assert(count == 1);
#endif
  return 0;
}
