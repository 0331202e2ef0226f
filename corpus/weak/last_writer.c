/* Who writes owner last must see the other's note (R). -DWEAK: one side uses release stores, the other seq_cst. TSO,
 * PSO: the seq_cst store drains the buffers, release stores stay in order. ARMv8: STLR after the note, LDAR after
 * STLR: safe. RC11: the store of note is not seq_cst, so the load may miss it though the owner came later. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define WRITE memory_order_release
#else
#define WRITE memory_order_seq_cst
#endif

static atomic_int note, owner;
static int read_note;

static void *first(void *arg) {
  atomic_store_explicit(&note, 1, WRITE);
  atomic_store_explicit(&owner, 1, WRITE);
  return NULL;
}

static void *second(void *arg) {
  atomic_store_explicit(&owner, 2, memory_order_seq_cst);
  read_note = atomic_load_explicit(&note, memory_order_seq_cst);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&owner) == 1 || read_note == 1);
  return 0;
}
