// liburcu, what its headers define: two threads add, main takes both out.
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <urcu/lfstack.h>
#include <urcu/wfcqueue.h>

#if KIND == 1 // lfstack
struct node {
  struct cds_lfs_node link;
  int value;
} nodes[2];
static struct cds_lfs_stack stack;
static void add(struct node *own) {
  cds_lfs_node_init(&own->link);
  cds_lfs_push(&stack, &own->link);
}
#else // wfcqueue
struct node {
  struct cds_wfcq_node link;
  int value;
} nodes[2];
static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static void add(struct node *own) {
  cds_wfcq_node_init(&own->link);
  cds_wfcq_enqueue(&head, &tail, &own->link);
}
#endif

static void *worker(void *number) {
  struct node *own = &nodes[(long)number];
  own->value = 1 + (long)number;
  add(own);
  return 0;
}

int main(void) {
#if KIND == 1
  cds_lfs_init(&stack);
#else
  cds_wfcq_init(&head, &tail);
#endif
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, (void *)i);
  int sum = 0;
  for (int i = 0; i < 2; i++) {
#if KIND == 1
    pthread_join(threads[i], 0);
  }
  for (int i = 0; i < 2; i++) {
    struct cds_lfs_node *taken = __cds_lfs_pop(&stack);
    assert(taken);
#else
    struct cds_wfcq_node *taken;
    while (!(taken = __cds_wfcq_dequeue_blocking(&head, &tail))) {
    }
#endif
    sum += ((struct node *)taken)->value;
  }
#if KIND == 2
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
#endif
  assert(sum == 3);
}
