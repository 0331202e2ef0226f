// Two variables change under a lock, but one after the other.
#include <pthread.h>

extern void reach_error(void);

static int sent, received;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *transfer(void *arg) {
  pthread_mutex_lock(&lock);
  sent++;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  received++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, transfer, 0);
  pthread_mutex_lock(&lock);
  if (sent != received) reach_error();
  pthread_mutex_unlock(&lock);
  return 0;
}
