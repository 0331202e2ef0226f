/* Variables that a section makes a list of follow one another. */
#include <assert.h>
#include <pthread.h>

#define LISTED __attribute__((section("entries"), used))
struct entry { int value; };
LISTED static struct entry first = {1}, second = {2}, third = {3};
extern struct entry __start_entries[], __stop_entries[];

static void *work(void *arg) {
  int sum = 0;
  for (struct entry *each = __start_entries; each < __stop_entries; each++) sum += each->value;
  for (int i = 0; i < __stop_entries - __start_entries; i++) sum += __start_entries[i].value;
  assert(sum == 12);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}
