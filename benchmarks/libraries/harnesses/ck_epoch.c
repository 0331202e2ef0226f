// Epochs of ConcurrencyKit: a reader, and a writer that frees what it has removed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <ck_epoch.h>

struct value {
  int one;
};
static ck_epoch_t epoch;
static ck_epoch_record_t of_main, of_reader;
static struct value *shared;

static void *reader(void *unused) {
  ck_epoch_begin(&of_reader, NULL);
  struct value *seen = ck_pr_load_ptr(&shared);
  if (seen) assert(seen->one == 1);
  ck_epoch_end(&of_reader, NULL);
  return unused;
}

int main(void) {
  ck_epoch_init(&epoch);
  ck_epoch_register(&epoch, &of_main, NULL);
  ck_epoch_register(&epoch, &of_reader, NULL);
  struct value *value = shared = malloc(sizeof *value);
  value->one = 1;
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  ck_pr_store_ptr(&shared, NULL);
  ck_epoch_synchronize(&of_main);
  free(value);
  pthread_join(thread, 0);
}
