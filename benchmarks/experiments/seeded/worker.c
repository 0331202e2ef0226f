#include <sched.h>
#include "server.h"

static bool has_work(void *given) {
  const struct seat *seat = given;
  struct server *server = seat->server;
  if (!ring_is_empty(&server->workers[seat->number].inbox)) return true;
  for (int i = 0; i < WORKERS; i++) {
    if (!deque_is_empty(&server->workers[i].tasks)) return true;
  }
  return atomic_load(&server->is_done);
}

static void wake_thief(const struct seat *seat) {
  struct parking *others[WORKERS];
  int count = 0;
  for (uint32_t i = 0; i < WORKERS; i++) {
    if (i != seat->number) others[count++] = &seat->server->workers[i].parking;
  }
  unpark(others, count);
}

// All tasks of the document are done: tells the logger, and gives the buffer back.
static void finish(const struct seat *seat, uint32_t number) {
  struct server *server = seat->server;
  struct buffer *buffer = &server->buffers[number];
  uint64_t value = atomic_load_explicit(&buffer->result, memory_order_relaxed);
  uint64_t result = result_of(buffer->measure, value);
  struct ring *results = &server->workers[seat->number].results;
  while (!ring_push(results, result)) sched_yield();
  unpark_one(&server->logger);
  pool_give(&server->pool, number);
}

static void run_task(const struct seat *seat, uint64_t task) {
  uint32_t number = (uint32_t)(task >> 32), from = task >> 16 & 0xffff, to = task & 0xffff;
  struct buffer *buffer = &seat->server->buffers[number];
  if (to - from > limits_read(&seat->server->limits).piece) seat->server->workers[seat->number].outdated++;
  uint64_t value = text_measure(buffer->measure, buffer->text, from, to);
  atomic_fetch_add_explicit(&buffer->result, value, memory_order_relaxed);
  if (atomic_fetch_sub_explicit(&buffer->tasks_left, 1, memory_order_acq_rel) == 1) finish(seat, number);
}

// Cuts a document into tasks for everyone.
static void cut(const struct seat *seat, uint32_t number) {
  struct buffer *buffer = &seat->server->buffers[number];
  struct limits limits = limits_read(&seat->server->limits);
  uint32_t length = buffer->length;
  uint32_t pieces = (length + limits.piece - 1) / limits.piece;
  atomic_store_explicit(&buffer->result, 0, memory_order_relaxed);
  atomic_store_explicit(&buffer->tasks_left, pieces, memory_order_relaxed);
  for (uint32_t from = 0; from < length; from += limits.piece) {
    uint32_t to = from + limits.piece < length ? from + limits.piece : length;
    uint64_t task = task_of(number, from, to);
    if (deque_push(&seat->server->workers[seat->number].tasks, task)) wake_thief(seat);
    else run_task(seat, task);
  }
}

// Does the document still belong to this worker? If not, this is no error: routes may change at any time.
static bool is_routed_here(const struct seat *seat, uint32_t number) {
  const struct routes *routes = hazard_protect(&seat->server->routes, (int)seat->number);
  bool is_here = routes_worker(routes, seat->server->buffers[number].measure) == seat->number;
  hazard_clear(&seat->server->routes, (int)seat->number);
  return is_here;
}

static bool steal(const struct seat *seat, uint64_t *task) {
  for (uint32_t i = 1; i < WORKERS; i++) {
    if (deque_steal(&seat->server->workers[(seat->number + i) % WORKERS].tasks, task)) return true;
  }
  return false;
}

void *work(void *given) {
  const struct seat *seat = given;
  struct server *server = seat->server;
  struct worker *self = &server->workers[seat->number];
  while (!atomic_load(&server->is_done)) {
    uint64_t task = 0, buffer;
    if (deque_take(&self->tasks, &task)) {
      self->own++;
      run_task(seat, task);
    } else if (ring_pop(&self->inbox, &buffer)) {
      if (!is_routed_here(seat, (uint32_t)buffer)) sched_yield();
      cut(seat, (uint32_t)buffer);
    } else if (steal(seat, &task)) {
      self->stolen++;
      run_task(seat, task);
    } else {
      park(&self->parking, has_work, given);
    }
  }
  return NULL;
}
