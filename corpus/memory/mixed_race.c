/* A word written by one thread while another reads a byte of it. The byte is the old or the new one. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t word;
  uint8_t bytes[4];
} shared;

static void *writes(void *arg) {
  shared.word = 0x05050505;
  return NULL;
}

static void *reads(void *arg) {
  uint8_t seen = shared.bytes[1];
  assert(seen == 0 || seen == 5);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writes, NULL);
  pthread_create(&b, NULL, reads, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
