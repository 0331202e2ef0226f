// Containers of ConcurrencyKit: what comes out went in, once.
#include <assert.h>
#include <pthread.h>
#include <ck_fifo.h>
#include <ck_ring.h>
#include <ck_stack.h>

#if KIND == 1 // ring
static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static int values[3] = {1, 2, 3};
static void *first(void *unused) {
  for (int i = 0; i < 3; i++)
    while (!ck_ring_enqueue_spsc(&ring, buffer, &values[i])) ck_pr_stall();
  return unused;
}
static void *second(void *unused) {
  for (int i = 0; i < 3; i++) {
    int *value;
    while (!ck_ring_dequeue_spsc(&ring, buffer, &value)) ck_pr_stall();
    assert(*value == i + 1);
  }
  return unused;
}
#define PREPARE ck_ring_init(&ring, 4)
#elif KIND == 2 // fifo
static ck_fifo_mpmc_t queue;
static ck_fifo_mpmc_entry_t stub, entry, *garbage;
static int seven = 7;
static void *first(void *unused) {
  ck_fifo_mpmc_enqueue(&queue, &entry, &seven);
  return unused;
}
static void *second(void *unused) {
  int *value;
  if (ck_fifo_mpmc_dequeue(&queue, &value, &garbage)) assert(*value == 7);
  return unused;
}
#define PREPARE ck_fifo_mpmc_init(&queue, &stub)
#else // stacks
struct node {
  ck_stack_entry_t entry;
  int value;
} nodes[2] = {{.value = 1}, {.value = 2}};
// cmpxchg16b wants it aligned, and the type does not say so.
static ck_stack_t stack __attribute__((aligned(16))) = CK_STACK_INITIALIZER;
static int sum;
#if KIND == 3 // upmc
#define PUSH ck_stack_push_upmc
#define POP ck_stack_pop_upmc
#else
#define PUSH ck_stack_push_mpmc
#define POP ck_stack_pop_mpmc
#endif
static void push_and_pop(struct node *own) {
  PUSH(&stack, &own->entry);
  ck_stack_entry_t *popped = POP(&stack);
  assert(popped);
  __atomic_fetch_add(&sum, ((struct node *)popped)->value, __ATOMIC_RELAXED);
}
static void *first(void *unused) {
  push_and_pop(&nodes[0]);
  return unused;
}
static void *second(void *unused) {
  push_and_pop(&nodes[1]);
  return unused;
}
#define PREPARE (void)0
#endif

int main(void) {
  PREPARE;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#if KIND >= 3
  assert(sum == 3);
#endif
}
