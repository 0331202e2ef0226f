#include "server.h"

static bool has_work(void *given) {
  struct server *server = given;
  for (int i = 0; i < WORKERS; i++) {
    if (!ring_is_empty(&server->workers[i].results)) return true;
  }
  return false;
}

static void end_all(struct server *server) {
  atomic_store(&server->is_done, 1);
  unpark_one(&server->dispatcher);
  for (int i = 0; i < WORKERS; i++) unpark_one(&server->workers[i].parking);
}

// Adds up the results of all documents, and then ends the server.
void *keep_log(void *given) {
  struct server *server = given;
  uint32_t logged = 0;
  while (logged < server->documents) {
    bool found = false;
    for (int i = 0; i < WORKERS; i++) {
      uint64_t result;
      if (!ring_pop(&server->workers[i].results, &result)) continue;
      enum measure measure = (enum measure)(result >> 56);
      server->totals[measure] += result & 0xffffffffffffff;
      server->counts[measure]++;
      logged++;
      found = true;
    }
    if (found) atomic_store(&server->logged, logged);
    else park(&server->logger, has_work, server);
  }
  end_all(server);
  return NULL;
}
