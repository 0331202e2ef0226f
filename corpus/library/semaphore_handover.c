/* sem_post in one thread, sem_wait in another: data is handed over; trywait and getvalue see the count. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t full;
static int data;

static void *producer(void *arg) {
  data = 12;
  sem_post(&full);
  return NULL;
}

static void *consumer(void *arg) {
  sem_wait(&full);
  assert(data == 12);
  int count;
  sem_getvalue(&full, &count);
  assert(count == 0);
  assert(sem_trywait(&full) == -1 && errno == EAGAIN);
  return NULL;
}

int main(void) {
  sem_init(&full, 0, 0);
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
