/* A thread-specific value counts the rounds and ends the loop. */
#include "../threads.h"

static volatile int flag;
static pthread_key_t key;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  while (!flag) {
    char *count = pthread_getspecific(key);
    if (count == (char *)3)
      break;
    pthread_setspecific(key, count + 1);
  }
  return NULL;
}

int main(void) {
  pthread_key_create(&key, NULL);
  together(clears, spins);
  return 0;
}
