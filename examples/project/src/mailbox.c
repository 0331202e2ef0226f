#include "mailbox.h"
#include <stdatomic.h>
#include <stdlib.h>

struct mailbox {
  atomic_uint head, tail;
  int slots[MAILBOX_SLOTS];
};

struct mailbox *mailbox_new(void) {
  return calloc(1, sizeof(struct mailbox));
}

bool mailbox_put(struct mailbox *box, int letter) {
  unsigned tail = atomic_load_explicit(&box->tail, memory_order_relaxed);
  if (tail - atomic_load_explicit(&box->head, memory_order_acquire) == MAILBOX_SLOTS) return false;
  box->slots[tail % MAILBOX_SLOTS] = letter;
  atomic_store_explicit(&box->tail, tail + 1, memory_order_release);
  return true;
}

bool mailbox_take(struct mailbox *box, int *letter) {
  unsigned head = atomic_load_explicit(&box->head, memory_order_relaxed);
  if (head == atomic_load_explicit(&box->tail, memory_order_acquire)) return false;
  *letter = box->slots[head % MAILBOX_SLOTS];
  atomic_store_explicit(&box->head, head + 1, memory_order_release);
  return true;
}

void mailbox_delete(struct mailbox *box) { free(box); }
