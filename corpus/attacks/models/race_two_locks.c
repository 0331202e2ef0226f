/* Each access is under a lock, but not under the same one. */
#include "../threads.h"

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *one(void *arg) {
  pthread_mutex_lock(&left);
  value++;
  pthread_mutex_unlock(&left);
  return NULL;
}

static void *two(void *arg) {
  pthread_mutex_lock(&right);
  value++;
  pthread_mutex_unlock(&right);
  return NULL;
}

int main(void) {
  together(one, two);
  return 0;
}
