// liburcu's containers, of what its headers define.
#define _LGPL_SOURCE
#include "calls.h"
#include <stdbool.h>
#include <stdlib.h>
#include <urcu/lfstack.h>
#include <urcu/wfcqueue.h>
#include <urcu/wfstack.h>

#if KIND == 1
#define LINK struct cds_lfs_node
#elif KIND == 2
#define LINK struct cds_wfcq_node
#else
#define LINK struct cds_wfs_node
#endif
struct node {
  LINK link;
  int value;
};
static LINK *made(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  return &node->link;
}
static int valueOf(LINK *link) { return link ? ((struct node *)link)->value : FENCEPOST_EMPTY; }

#if KIND == 1
static struct cds_lfs_stack stack;
static void prepare(void) { cds_lfs_init(&stack); }
static bool push(int value) {
  LINK *link = made(value);
  cds_lfs_node_init(link);
  return cds_lfs_push(&stack, link);
}
static int pop(void) { return valueOf(__cds_lfs_pop(&stack)); }
#elif KIND == 2
static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static void prepare(void) { cds_wfcq_init(&head, &tail); }
static bool push(int value) {
  LINK *link = made(value);
  cds_wfcq_node_init(link);
  return cds_wfcq_enqueue(&head, &tail, link);
}
static int pop(void) { return valueOf(__cds_wfcq_dequeue_blocking(&head, &tail)); }
#else
static struct cds_wfs_stack stack;
static void prepare(void) { cds_wfs_init(&stack); }
static int push(int value) {
  LINK *link = made(value);
  cds_wfs_node_init(link);
  return cds_wfs_push(&stack, link) != 0;
}
static int pop(void) { return valueOf(__cds_wfs_pop_blocking(&stack)); }
#endif

// One thread takes out at a time, as its manual asks.
OPERATIONS(urcu)
FENCEPOST_ROLE(producer, push)
FENCEPOST_ROLE(consumer, push, pop)
FENCEPOST_SETUP(prepare)
