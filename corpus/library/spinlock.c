/* pthread_spin_lock. */
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *work(void *arg) {
  pthread_spin_lock(&lock);
  counter++;
  pthread_spin_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  pthread_spin_destroy(&lock);
  return 0;
}
