/* Each thread has a copy of its own of a thread_local variable, and may pass its address on. */
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 5;
static int *main_copy;

static void *work(void *arg) {
  assert(mine == 5);
  mine += (int)(long)arg;
  assert(mine == 5 + (long)arg);
  assert(*main_copy == 9 && main_copy != &mine);
  return NULL;
}

int main(void) {
  mine = 9;
  main_copy = &mine;
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)1L);
  pthread_create(&b, NULL, work, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(mine == 9);
  return 0;
}
