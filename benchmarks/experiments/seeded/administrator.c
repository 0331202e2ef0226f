#include <sched.h>
#include "server.h"

// Changes limits with every document that was logged, and routes with every second.
void *administrate(void *given) {
  struct server *server = given;
  uint32_t version = 0;
  while (!atomic_load(&server->is_done)) {
    if (atomic_load(&server->logged) <= version) {
      sched_yield();
      continue;
    }
    version++;
    limits_change(&server->limits, 16 + version * 5 % 32);
    if (version % 2 != 0) continue;
    struct routes *next = routes_make(version, WORKERS);
    if (!hazard_replace(&server->routes, next)) routes_free(next);
  }
  return NULL;
}
