/* Two threads are in a deadlock; that a third one polls for ever does not hide it. */
#include "../threads.h"

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *one(void *arg) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  atomic_store(&done, 1);
  return NULL;
}

static void *two(void *arg) {
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return NULL;
}

static void *polls(void *arg) {
  while (!atomic_load(&done))
    ;
  return NULL;
}

int main(void) {
  pthread_t c;
  pthread_create(&c, NULL, polls, NULL);
  together(one, two);
  pthread_join(c, NULL);
  return 0;
}
