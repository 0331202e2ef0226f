/* A ticket lock in one word: tickets are drawn from all of it, and it is unlocked by a store to one half. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

typedef union {
  uint32_t whole;
  struct {
    uint16_t now, next;
  } half;
} ticket_lock;

static ticket_lock lock;
static int counter;

#ifndef UNLOCK
#define UNLOCK __ATOMIC_RELEASE
#endif

static void take(void) {
  uint32_t old = __atomic_fetch_add(&lock.whole, 1u << 16, __ATOMIC_ACQUIRE);
  uint16_t mine = old >> 16;
#ifndef BROKEN
  while (__atomic_load_n(&lock.half.now, __ATOMIC_ACQUIRE) != mine) {
  }
#endif
}

static void release(void) {
  uint16_t now = __atomic_load_n(&lock.half.now, __ATOMIC_RELAXED);
  __atomic_store_n(&lock.half.now, now + 1, UNLOCK);
}

static void *work(void *arg) {
  take();
  counter++;
  release();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2 && lock.whole == 0x20002);
}
