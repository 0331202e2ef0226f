/* Functions given to atexit run at the end of main, the last first; quick_exit has its own, and _Exit none. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int step;

void must_not_run(void) { assert(0); }
void ends_quickly(void) { _Exit(0); }

void second(void) {
  assert(step == 1);
  step = 2;
}

void first(void) {
  assert(step == 0);
  step = 1;
  atexit(second);
}

void *run(void *unused) {
  quick_exit(0);
  return NULL;
}

int main(void) {
#ifdef QUICK
  pthread_t thread;
  atexit(must_not_run);
  at_quick_exit(must_not_run);
  at_quick_exit(ends_quickly);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(0);
#else
  at_quick_exit(must_not_run);
#ifdef RUNS
  atexit(must_not_run);
#endif
  atexit(first);
#endif
  return 0;
}
