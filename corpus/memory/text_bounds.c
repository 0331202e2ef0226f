/* Texts on the heap, and functions that read and write beyond them. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text, *after;

static void *work(void *arg) {
#if USE == 0
  assert(strlen(text) == 5 && strcmp(text, "hello") == 0);
#elif USE == 1
  strcpy(text, "longer than that");
#elif USE == 2
  strcat(text, "!");
#elif USE == 3
  text[5] = '.'; /* no end */
  return (void *)strlen(text);
#elif USE == 4
  sprintf(text, "%d", 1234567);
#elif USE == 5
  memmove(text + 1, text, 6);
#elif USE == 6
  memset(text, 0, 1ull << 32);
#elif USE == 7
  return memchr(text, 'x', 7);
#elif USE == 8
  snprintf(text, 6, "%d", 1234567);
  assert(strcmp(text, "12345") == 0);
#endif
  return NULL;
}

int main(void) {
  text = strdup("hello");
  after = strdup("after");
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  assert(strcmp(after, "after") == 0);
  free(text);
  free(after);
  return 0;
}
