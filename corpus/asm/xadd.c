/* lock xadd is fetch-and-add. */
#include <assert.h>
#include <pthread.h>

static int counter, tickets[2];

static int fetch_add(int *where, int amount) {
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(amount), "+m"(*where) : : "memory", "cc");
  return amount;
}

static void *work(void *arg) {
  tickets[(long)arg] = fetch_add(&counter, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2 && tickets[0] + tickets[1] == 1);
  return 0;
}
