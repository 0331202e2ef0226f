#include <sched.h>
#include "server.h"

static bool has_work(void *given) {
  struct server *server = given;
  return !ring_is_empty(&server->feed) || atomic_load(&server->is_done);
}

static uint32_t worker_for(struct server *server, enum measure measure) {
  const struct routes *routes = hazard_protect(&server->routes, DISPATCHER);
  uint32_t worker = routes_worker(routes, measure);
  hazard_clear(&server->routes, DISPATCHER);
  return worker;
}

// Hands each document to the worker that the routes say.
void *dispatch(void *given) {
  struct server *server = given;
  while (!atomic_load(&server->is_done)) {
    uint64_t buffer;
    if (!ring_pop(&server->feed, &buffer)) {
      park(&server->dispatcher, has_work, server);
      continue;
    }
    struct worker *worker = &server->workers[worker_for(server, server->buffers[buffer].measure)];
    while (!ring_push(&worker->inbox, buffer)) sched_yield();
    unpark_one(&worker->parking);
  }
  return NULL;
}
