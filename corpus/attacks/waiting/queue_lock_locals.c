/* An MCS lock whose nodes are locals of the lock's users. */
#include "../threads.h"

struct Node {
  struct Node *_Atomic next;
  atomic_bool waits;
};

static struct Node *_Atomic tail;
static int inside;

static void *works(void *arg) {
  struct Node mine;
  atomic_init(&mine.next, NULL);
  atomic_init(&mine.waits, 1);
  struct Node *before = atomic_exchange(&tail, &mine);
  if (before) {
    atomic_store(&before->next, &mine);
    while (atomic_load(&mine.waits))
      ;
  }
  assert(++inside == 1);
  inside--;
  struct Node *expected = &mine;
  if (!atomic_compare_exchange_strong(&tail, &expected, NULL)) {
    struct Node *after;
    while (!(after = atomic_load(&mine.next)))
      ;
    atomic_store(&after->waits, 0);
  }
  return NULL;
}

int main(void) {
  together(works, works);
  return 0;
}
