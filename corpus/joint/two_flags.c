/* Two threads announce themselves, and back off if the other one has, too. They may keep step for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int inside;

static void *enters(void *number) {
  int me = number != NULL;
  for (;;) {
    flag[me] = 1;
#ifdef WRONG
    flag[me] = 0;
#endif
    if (!flag[1 - me])
      break;
    flag[me] = 0;
  }
  inside++;
  assert(inside == 1);
  inside--;
  flag[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enters, NULL);
  pthread_create(&b, NULL, enters, &a);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
