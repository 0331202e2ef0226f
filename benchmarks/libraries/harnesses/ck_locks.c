// Locks of ConcurrencyKit: two threads count.
#include <assert.h>
#include <pthread.h>
#include <ck_spinlock.h>

#if KIND == 1 // fas
static ck_spinlock_fas_t lock = CK_SPINLOCK_FAS_INITIALIZER;
#define LOCK ck_spinlock_fas_lock(&lock)
#define UNLOCK ck_spinlock_fas_unlock(&lock)
#elif KIND == 2 // ticket
static ck_spinlock_ticket_t lock = CK_SPINLOCK_TICKET_INITIALIZER;
#define LOCK ck_spinlock_ticket_lock(&lock)
#define UNLOCK ck_spinlock_ticket_unlock(&lock)
#elif KIND == 3 // mcs
static ck_spinlock_mcs_t lock = CK_SPINLOCK_MCS_INITIALIZER;
#define LOCK                                                                                                           \
  ck_spinlock_mcs_context_t own;                                                                                       \
  ck_spinlock_mcs_lock(&lock, &own)
#define UNLOCK ck_spinlock_mcs_unlock(&lock, &own)
#elif KIND == 4 // anderson
static ck_spinlock_anderson_t lock;
static ck_spinlock_anderson_thread_t slots[2];
#define LOCK                                                                                                           \
  ck_spinlock_anderson_thread_t *own;                                                                                  \
  ck_spinlock_anderson_lock(&lock, &own)
#define UNLOCK ck_spinlock_anderson_unlock(&lock, own)
#elif KIND == 5 // clh
static ck_spinlock_clh_t *lock;
static ck_spinlock_clh_t unowned, nodes[2];
#define LOCK                                                                                                           \
  ck_spinlock_clh_t *own = &nodes[(long)number];                                                                       \
  ck_spinlock_clh_lock(&lock, own)
#define UNLOCK ck_spinlock_clh_unlock(&own)
#endif

static int count;

static void *worker(void *number) {
  (void)number;
  LOCK;
  count++;
  UNLOCK;
  return 0;
}

int main(void) {
#if KIND == 4
  ck_spinlock_anderson_init(&lock, slots, 2);
#elif KIND == 5
  ck_spinlock_clh_init(&lock, &unowned);
#endif
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(count == 2);
}
