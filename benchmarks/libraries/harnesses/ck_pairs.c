// ConcurrencyKit: a writer of two words, and a reader that must not see one without the other.
#include <assert.h>
#include <pthread.h>
#include <ck_bytelock.h>
#include <ck_rwlock.h>
#include <ck_sequence.h>

static int first, second;

#if KIND == 1 // sequence
static ck_sequence_t sequence = CK_SEQUENCE_INITIALIZER;
static void *writer(void *unused) {
  ck_sequence_write_begin(&sequence);
  ck_pr_store_int(&first, 1);
  ck_pr_store_int(&second, 1);
  ck_sequence_write_end(&sequence);
  return unused;
}
static void *reader(void *unused) {
  unsigned version;
  int a, b;
  do {
    version = ck_sequence_read_begin(&sequence);
    a = ck_pr_load_int(&first);
    b = ck_pr_load_int(&second);
  } while (ck_sequence_read_retry(&sequence, version));
  assert(a == b);
  return unused;
}
#else
#if KIND == 2 // rwlock
static ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
#define WRITE_LOCK ck_rwlock_write_lock(&lock)
#define WRITE_UNLOCK ck_rwlock_write_unlock(&lock)
#define READ_LOCK ck_rwlock_read_lock(&lock)
#define READ_UNLOCK ck_rwlock_read_unlock(&lock)
#elif KIND == 3 // bytelock
static ck_bytelock_t lock = CK_BYTELOCK_INITIALIZER;
#define WRITE_LOCK ck_bytelock_write_lock(&lock, 1)
#define WRITE_UNLOCK ck_bytelock_write_unlock(&lock)
#define READ_LOCK ck_bytelock_read_lock(&lock, 2)
#define READ_UNLOCK ck_bytelock_read_unlock(&lock, 2)
#endif
static void *writer(void *unused) {
  WRITE_LOCK;
  first++;
  second++;
  WRITE_UNLOCK;
  return unused;
}
static void *reader(void *unused) {
  READ_LOCK;
  assert(first == second);
  READ_UNLOCK;
  return unused;
}
#endif

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
