// A load for liburcu: readers of an object that a writer replaces, and queues and stacks between threads. Usage: load STEPS
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <urcu/urcu-mb.h>
#include <urcu/wfcqueue.h>
#include <urcu/wfstack.h>
#include <urcu/compiler.h>

enum { READERS = 2, PRODUCERS = 2 };
struct shared { long one, two; };
struct item { struct cds_wfcq_node node; struct cds_wfs_node link; long number; };
static struct shared *current;
static struct cds_wfcq_head queue_head;
static struct cds_wfcq_tail queue_tail;
static struct cds_wfs_stack stack;
static long steps;

static void *read_often(void *unused) {
  urcu_mb_register_thread();
  for (long i = 0; i < steps; i++) {
    urcu_mb_read_lock();
    struct shared *seen = rcu_dereference(current);
    if (seen->one != seen->two) abort();
    urcu_mb_read_unlock();
  }
  urcu_mb_unregister_thread();
  return unused;
}

static void *replace(void *unused) {
  for (long i = 1; i <= steps / 20; i++) {
    struct shared *next = malloc(sizeof *next);
    next->one = next->two = i;
    struct shared *old = rcu_xchg_pointer(&current, next);
    urcu_mb_synchronize_rcu();
    old->one = -1;
    free(old);
  }
  return unused;
}

static void *produce(void *unused) {
  for (long i = 0; i < steps; i++) {
    struct item *each = malloc(sizeof *each);
    cds_wfcq_node_init(&each->node);
    cds_wfs_node_init(&each->link);
    each->number = i;
    cds_wfcq_enqueue(&queue_head, &queue_tail, &each->node);
  }
  return unused;
}

static void *consume(void *unused) {
  for (long i = 0; i < PRODUCERS * steps;) {
    struct cds_wfcq_node *node = cds_wfcq_dequeue_blocking(&queue_head, &queue_tail);
    if (node == NULL) continue;
    struct item *each = caa_container_of(node, struct item, node);
    if (each->number < 0) abort();
    cds_wfs_push(&stack, &each->link);
    i++;
  }
  return unused;
}

static void *drain(void *unused) {
  for (long i = 0; i < PRODUCERS * steps;) {
    struct cds_wfs_node *node = cds_wfs_pop_blocking(&stack);
    if (node == NULL) continue;
    struct item *each = caa_container_of(node, struct item, link);
    each->number = -1;
    free(each);
    i++;
  }
  return unused;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  steps = atol(argv[1]);
  current = calloc(1, sizeof *current);
  cds_wfcq_init(&queue_head, &queue_tail);
  cds_wfs_init(&stack);
  void *(*const all[])(void *) = {read_often, read_often, replace, produce, produce, consume, drain};
  enum { THREADS = sizeof all / sizeof *all };
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, all[i], NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}
