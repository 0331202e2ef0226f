/* No destructor for a key whose value is null, for one that was deleted, and for main, which returns. */
#include "../threads.h"

static pthread_key_t empty, deleted, used;
static atomic_int calls;

static void destroys(void *value) { atomic_fetch_add(&calls, *(int *)value); }

static void *uses(void *arg) {
  static int one = 1, ten = 10, hundred = 100;
  pthread_setspecific(empty, &one);
  pthread_setspecific(empty, NULL);
  pthread_setspecific(deleted, &ten);
  pthread_key_delete(deleted);
  pthread_setspecific(used, &hundred);
  pthread_exit(NULL);
}

int main(void) {
  pthread_t a;
  pthread_key_create(&empty, destroys);
  pthread_key_create(&deleted, destroys);
  pthread_key_create(&used, destroys);
  pthread_create(&a, NULL, uses, NULL);
  pthread_join(a, NULL);
  assert(atomic_load(&calls) == 100);
  return 0;
}
