/* A pointer with a tag in its upper bits must be cleaned before it is used, whatever uses it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef TAG
#define TAG (1ull << 48)
#endif
#ifdef CLEAN
#define CLEANED(word) ((word) & ~TAG)
#else
#define CLEANED(word) (word)
#endif

static _Atomic uintptr_t head;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char buffer[16];

static void nothing(void) {}
static void *idle(void *arg) { return arg; }

static void *work(void *arg) {
  void *pointer = (void *)CLEANED(atomic_load(&head));
#if USE == 0
  int value = *(int *)pointer;
  assert(value == 7);
#elif USE == 1
  *(int *)pointer = 8;
#elif USE == 2
  atomic_fetch_add((atomic_int *)pointer, 1);
#elif USE == 3
  int seven = 7;
  atomic_compare_exchange_strong((atomic_int *)pointer, &seven, 8);
#elif USE == 4
  memcpy(buffer, pointer, 4);
#elif USE == 5
  memcpy(pointer, buffer, 4);
#elif USE == 6
  memset(pointer, 0, 4);
#elif USE == 7
  return (void *)strlen(pointer);
#elif USE == 8
  printf("%s\n", (char *)pointer);
#elif USE == 9
  void *locked = (void *)CLEANED((uintptr_t)&mutex | TAG);
  pthread_mutex_lock(locked);
  pthread_mutex_unlock(locked);
#elif USE == 10
  void (*call)(void) = (void (*)(void))CLEANED((uintptr_t)nothing | TAG);
  call();
#elif USE == 11
  void *(*start)(void *) = (void *(*)(void *))CLEANED((uintptr_t)idle | TAG);
  pthread_t t;
  pthread_create(&t, NULL, start, NULL);
  pthread_join(t, NULL);
#elif USE == 12
  strcpy(pointer, "abc");
#elif USE == 13
  return (void *)(long)memcmp(pointer, buffer, 4);
#elif USE == 14
  pthread_create((pthread_t *)pointer, NULL, idle, NULL);
#elif USE == 15
  struct { long a[4]; } big = *(volatile __typeof__(big) *)pointer;
  return (void *)big.a[3];
#endif
  return NULL;
}

int main(void) {
  int *cell = calloc(1, 32);
  *cell = 7;
  atomic_store(&head, (uintptr_t)cell | TAG);
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
