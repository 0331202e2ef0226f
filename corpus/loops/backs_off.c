/* A back-off that is a function of its own, and is told how often it was called. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#ifdef ASSEMBLY
#define PAUSE __asm__ __volatile__("rep; nop" ::: "memory")
#else
#define PAUSE __builtin_ia32_pause()
#endif

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int counter;

static void back_off(unsigned attempt) {
  if (attempt < 4) {
    for (unsigned i = 0; i < attempt; i++)
      PAUSE;
  } else if (attempt < 16) {
    sched_yield();
  } else {
    struct timespec time = {0, 1000};
    nanosleep(&time, NULL);
  }
}

static void *work(void *arg) {
  for (unsigned k = 0; atomic_flag_test_and_set_explicit(&taken, memory_order_acquire); k++)
    back_off(k);
  counter++;
  atomic_flag_clear_explicit(&taken, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
