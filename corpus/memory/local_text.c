/* Functions that fill a local array. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void *work(void *arg) {
  char before[16] = "before", text[8] = "", after[16] = "after";
  const char *volatile given = "0123456789";
  volatile int count = 8;
#if USE == 0
  snprintf(text, sizeof text, "%s", given);
  assert(strcmp(text, "0123456") == 0);
#elif USE == 1
  sprintf(text, "%s", given);
#elif USE == 2
  strcpy(text, given);
#elif USE == 3
  memcpy(text, given, count + 3);
#elif USE == 4
  memset(text, 'x', count + 1);
#elif USE == 5
  strncpy(text, given, count + 1);
#elif USE == 6
  memset(text, 'x', 8);
  return (void *)strlen(text); /* no end */
#elif USE == 7
  memcpy(text, given, 8);
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  assert(time.tv_nsec >= 0);
#elif USE == 8
  clock_gettime(CLOCK_MONOTONIC, (struct timespec *)text);
#elif USE == 9
  strcat(strcpy(text, "1234"), "5678");
#endif
  assert(strcmp(before, "before") == 0 && strcmp(after, "after") == 0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}
