// ConcurrencyKit's containers, of what its headers define.
#include "calls.h"
#include <stdbool.h>
#include <stdlib.h>
#include <ck_fifo.h>
#include <ck_ring.h>
#include <ck_stack.h>

#if KIND <= 2 // rings; they hold one less than their size
static ck_ring_t ring;
static ck_ring_buffer_t buffer[2];
#if KIND == 1
#define ENQUEUE ck_ring_enqueue_spsc
#define DEQUEUE ck_ring_dequeue_spsc
#else
#define ENQUEUE ck_ring_enqueue_mpmc
#define DEQUEUE ck_ring_dequeue_mpmc
#endif
static void prepare(void) { ck_ring_init(&ring, 2); }
static bool push(int value) { return ENQUEUE(&ring, buffer, (void *)(long)value); }
static int pop(void) { void *value; return DEQUEUE(&ring, buffer, &value) ? (int)(long)value : FENCEPOST_EMPTY; }
#elif KIND == 3
static ck_fifo_spsc_t queue;
static void prepare(void) { ck_fifo_spsc_init(&queue, malloc(sizeof(ck_fifo_spsc_entry_t))); }
static void push(int value) { ck_fifo_spsc_enqueue(&queue, malloc(sizeof(ck_fifo_spsc_entry_t)), (void *)(long)value); }
static int pop(void) { void *value; return ck_fifo_spsc_dequeue(&queue, &value) ? (int)(long)value : FENCEPOST_EMPTY; }
#elif KIND == 4
static ck_fifo_mpmc_t queue;
static void prepare(void) { ck_fifo_mpmc_init(&queue, aligned_alloc(16, sizeof(ck_fifo_mpmc_entry_t))); }
static void push(int value) {
  ck_fifo_mpmc_enqueue(&queue, aligned_alloc(16, sizeof(ck_fifo_mpmc_entry_t)), (void *)(long)value);
}
static int pop(void) {
  void *value;
  ck_fifo_mpmc_entry_t *garbage; // not used again: another thread may still read it
  return ck_fifo_mpmc_dequeue(&queue, &value, &garbage) ? (int)(long)value : FENCEPOST_EMPTY;
}
#else
struct node {
  ck_stack_entry_t entry;
  int value;
};
// cmpxchg16b wants it aligned, and the type does not say so.
static ck_stack_t stack __attribute__((aligned(16)));
static void prepare(void) { ck_stack_init(&stack); }
static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  ck_stack_push_mpmc(&stack, &node->entry);
}
static int pop(void) {
  struct node *node = (struct node *)ck_stack_pop_mpmc(&stack);
  return node ? node->value : FENCEPOST_EMPTY;
}
#endif

#if KIND == 1 || KIND == 3
CONTAINER_FOR_TWO(ck)
#else
CONTAINER_FOR_ALL(ck)
#endif
FENCEPOST_SETUP(prepare)
