// What the threads of the server share. The main thread feeds documents to the dispatcher, the dispatcher hands them to
// workers, workers cut them into tasks and steal tasks from one another, the logger adds up what they find, and the
// administrator changes limits and routes while all this goes on.
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "deque.h"
#include "hazard.h"
#include "limits.h"
#include "parking.h"
#include "pool.h"
#include "ring.h"
#include "routes.h"
#include "text.h"

#define WORKERS 3
// Who reads the routes: the workers, and then
#define DISPATCHER WORKERS

struct buffer {
  uint32_t document;
  uint32_t length;
  enum measure measure;
  _Atomic(uint32_t) tasks_left;
  _Atomic(uint64_t) result;
  char text[MOST_TEXT];
};

struct worker {
  uint32_t number;
  struct ring inbox;   // buffers, from the dispatcher
  struct deque tasks;  // of documents from the inbox
  struct ring results; // to the logger
  struct parking parking;
  uint64_t own, stolen, outdated;
};

struct server {
  uint32_t documents;
  struct buffer buffers[POOL_BUFFERS];
  struct pool pool;
  struct ring feed; // from the main thread to the dispatcher
  struct worker workers[WORKERS];
  struct parking dispatcher, logger;
  struct hazards routes;
  struct seqlock limits;
  _Atomic(uint32_t) logged;
  _Atomic(int) is_done;
  // The logger's, until it ends.
  uint64_t totals[MEASURES];
  uint32_t counts[MEASURES];
};

// A task: a piece of the text in a buffer.
static inline uint64_t task_of(uint32_t buffer, uint32_t from, uint32_t to) {
  return (uint64_t)buffer << 32 | from << 16 | to;
}

// What was found in a document.
static inline uint64_t result_of(enum measure measure, uint64_t value) { return (uint64_t)measure << 56 | value; }

void *dispatch(void *server);
void *administrate(void *server);
void *keep_log(void *server);
void *work(void *seat);

// A worker's argument.
struct seat {
  struct server *server;
  uint32_t number;
};
