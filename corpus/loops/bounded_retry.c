/* Three tries to take a lock, then the thread gives up: no spin loop, as the number of tries matters. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int counter, gave_up[2];

static void *work(void *arg) {
  for (int tries = 0; tries < 3; tries++) {
    int nobody = 0;
    if (atomic_compare_exchange_strong(&taken, &nobody, 1)) {
      counter++;
      atomic_store(&taken, 0);
      return NULL;
    }
  }
  gave_up[(long)arg] = 1;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter + gave_up[0] + gave_up[1] == 2);
  assert(counter > 0);
  return 0;
}
