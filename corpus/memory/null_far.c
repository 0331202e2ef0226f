/* A pointer to something large is used before it is set: the offset leads far away from null. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

struct table {
  char padding[100000];
  int value;
};

static struct table storage;
static int others[60000];
static char area[300000];
static struct table *_Atomic table;
static char *_Atomic text;

static void *sets(void *arg) {
  table = &storage;
  text = area;
  return arg;
}

static void increment(int *value) { *value += 1; }

int main(void) {
  pthread_t thread;
  others[0] = area[0] = 0;
  pthread_create(&thread, NULL, sets, NULL);
#if defined CALL
  increment(&table->value);
#elif defined FILL
  memset(text + 100000, 1, 100);
#elif defined LENGTH
  others[1] = (int)strlen(text + 100000);
#elif defined LOCK
  pthread_mutex_lock((pthread_mutex_t *)(text + 100000));
#else
  table->value = 1;
#endif
  pthread_join(thread, NULL);
  increment(others);
  return 0;
}
