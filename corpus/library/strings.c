/* String functions on shared memory, after a hand-over. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static char text[16], copy[16];
static atomic_int ready;

static void *writer(void *arg) {
  strcpy(text, "fence");
  strcat(text, "post");
  atomic_store_explicit(&ready, 1, memory_order_release);
  return NULL;
}

static void *reader(void *arg) {
  while (!atomic_load_explicit(&ready, memory_order_acquire))
    ;
  assert(strlen(text) == 9);
  assert(strcmp(text, "fencepost") == 0 && strncmp(text, "fenced", 5) == 0);
  assert(strchr(text, 'p') == text + 5 && strrchr(text, 'e') == text + 4 && strstr(text, "post") == text + 5);
  strncpy(copy, text, sizeof copy);
  memmove(copy + 1, copy, 5);
  assert(memcmp(copy, "ffence", 6) == 0 && memchr(copy, 'n', 9) == copy + 3);
  memset(copy, 'z', 2);
  assert(copy[0] == 'z' && copy[1] == 'z' && copy[2] == 'e');
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
