// A list whose head is a member of nothing: container_of makes a pointer of it that lies in front of it, in another
// variable. What is read through it is the head again. (Linux' list_for_each_entry_safe does so.) With BUG, it reads on.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct link {
  struct link *next;
};
struct item {
  long padding[8];
  struct link link;
  int value;
};

static long before[32];
static struct link head = {&head};
static struct item items[2] = {{.value = 1}, {.value = 2}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct item *item_of(struct link *link) { return (struct item *)((char *)link - offsetof(struct item, link)); }

static int sum(void) {
  int result = 0;
  struct item *each = (struct item *)((char *)head.next - offsetof(struct item, link));
  struct item *next = item_of(each->link.next);
  while (&each->link != &head) {
    result += each->value;
    each = next;
    next = (struct item *)((char *)each->link.next - offsetof(struct item, link));
  }
#ifdef BUG
  result += each->value;
#endif
  return result;
}

static void *add(void *number) {
  struct item *own = &items[(long)number];
  pthread_mutex_lock(&lock);
  own->link.next = head.next;
  head.next = &own->link;
  assert(sum() >= own->value);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  before[0] = 1;
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, add, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(sum() == 3 && before[0] == 1);
}
