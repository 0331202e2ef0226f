/* Burns and Lynch's algorithm, one bit per thread: the second thread gives way. Unfenced it fails under TSO. */
#include <assert.h>
#include <pthread.h>
#ifdef FENCE
#define fence() __sync_synchronize()
#else
#define fence() ((void)0)
#endif

static volatile int wants[2];
static int inside;

static void critical_section(void) {
  inside++;
  assert(inside == 1);
  inside--;
  fence();
}

static void *first(void *arg) {
  wants[0] = 1;
  fence();
  while (wants[1])
    ;
  critical_section();
  wants[0] = 0;
  return NULL;
}

static void *second(void *arg) {
  for (;;) {
    while (wants[0])
      ;
    wants[1] = 1;
    fence();
    if (!wants[0])
      break;
    wants[1] = 0;
    fence();
  }
  critical_section();
  wants[1] = 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
