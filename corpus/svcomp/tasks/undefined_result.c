/* Functions that nobody defines return any value, also a large one. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
extern void log_message(const char *format, ...);
extern int is_ready(int device);
extern long counter_of(int device);
extern void *handle_of(int device);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static int state;

static void *worker(void *arg) {
  log_message("state %d", state);
  if (is_ready(3) && handle_of(3) != 0)
    state = 1;
  else if (counter_of(3) > 1000000)
    state = 2;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  __VERIFIER_assert(state != 2);
  return 0;
}
