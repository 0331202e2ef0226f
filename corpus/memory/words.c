/* Words of 64 bits go through the library as they are. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#ifndef WORD
#define WORD 0x8000000000000001ull
#endif
static pthread_key_t key;
static tss_t slot;
static uint64_t destroyed;

static void destroy(void *value) { destroyed = (uint64_t)value; }

static void *work(void *argument) {
  assert((uint64_t)argument == WORD);
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, argument);
  assert((uint64_t)pthread_getspecific(key) == WORD);
  tss_set(slot, (void *)(WORD - 1));
  assert((uint64_t)tss_get(slot) == WORD - 1);
#ifdef EXIT
  pthread_exit((void *)(WORD ^ 2));
#endif
  return (void *)(WORD ^ 2);
}

static int c11(void *argument) { return (uint64_t)argument == WORD ? -5 : 0; }

int main(void) {
  pthread_key_create(&key, destroy);
  tss_create(&slot, NULL);
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, work, (void *)WORD);
  pthread_join(t, &result);
  assert((uint64_t)result == (WORD ^ 2));
  assert(destroyed == WORD);
  thrd_t u;
  int code;
  thrd_create(&u, c11, (void *)WORD);
  thrd_join(u, &code);
  assert(code == -5);
  char text[32];
  snprintf(text, sizeof text, "%llx", (unsigned long long)WORD);
  assert(strtoull(text, NULL, 16) == WORD);
  assert(llabs((long long)(WORD & ~(1ull << 63))) == (long long)(WORD & ~(1ull << 63)));
  double nan;
  uint64_t bits = 0x7ff8dead0000beefull, copied;
  memcpy(&nan, &bits, 8);
  double volatile stored = nan;
  memcpy(&copied, (void *)&stored, 8);
  assert(copied == bits);
  return 0;
}
