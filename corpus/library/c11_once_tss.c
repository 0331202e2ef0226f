/* call_once and thread-specific storage of C11; thrd_current and thrd_equal. */
#include <assert.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static thrd_t main_thread;
static int runs;

static void initialise(void) { runs++; }

static int work(void *arg) {
  call_once(&once, initialise);
  assert(runs == 1);
  tss_set(key, arg);
  assert(tss_get(key) == arg);
  assert(!thrd_equal(thrd_current(), main_thread));
  return 0;
}

int main(void) {
  thrd_t a, b;
  int x, y;
  main_thread = thrd_current();
  tss_create(&key, NULL);
  thrd_create(&a, work, &x);
  thrd_create(&b, work, &y);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  tss_delete(key);
  return 0;
}
