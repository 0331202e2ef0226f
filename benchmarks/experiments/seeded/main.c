// textd DOCUMENTS: exit code 0 if the totals are what they should be.
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include "server.h"

static struct server server;

static void initialise(uint32_t documents) {
  server.documents = documents;
  pool_init(&server.pool);
  ring_init(&server.feed);
  parking_init(&server.dispatcher);
  parking_init(&server.logger);
  hazards_init(&server.routes, routes_make(0, WORKERS), routes_free);
  limits_init(&server.limits);
  for (uint32_t i = 0; i < WORKERS; i++) {
    struct worker *worker = &server.workers[i];
    worker->number = i;
    ring_init(&worker->inbox);
    ring_init(&worker->results);
    deque_init(&worker->tasks);
    parking_init(&worker->parking);
  }
}

static void feed(void) {
  for (uint32_t document = 0; document < server.documents; document++) {
    uint32_t number;
    while (!pool_take(&server.pool, &number)) sched_yield();
    struct buffer *buffer = &server.buffers[number];
    buffer->document = document;
    buffer->measure = measure_of(document);
    buffer->length = text_make(document, buffer->text);
    while (!ring_push(&server.feed, number)) sched_yield();
    unpark_one(&server.dispatcher);
  }
}

// What the totals should be, computed by one thread.
static bool verify(void) {
  uint64_t totals[MEASURES] = {0};
  for (uint32_t document = 0; document < server.documents; document++) {
    char text[MOST_TEXT];
    uint32_t length = text_make(document, text);
    enum measure measure = measure_of(document);
    totals[measure] += text_measure(measure, text, 0, length);
  }
  bool is_right = true;
  for (int i = 0; i < MEASURES; i++) {
    printf("%s: %" PRIu64 " in %u documents\n", measure_name(i), server.totals[i], server.counts[i]);
    if (server.totals[i] == totals[i]) continue;
    printf("  should be %" PRIu64 "\n", totals[i]);
    is_right = false;
  }
  return is_right;
}

int main(int count, char **arguments) {
  uint32_t documents = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 40;
  initialise(documents);
  pthread_t threads[WORKERS + 3];
  struct seat seats[WORKERS];
  for (uint32_t i = 0; i < WORKERS; i++) {
    seats[i] = (struct seat){&server, i};
    pthread_create(&threads[i], NULL, work, &seats[i]);
  }
  pthread_create(&threads[WORKERS], NULL, dispatch, &server);
  pthread_create(&threads[WORKERS + 1], NULL, keep_log, &server);
  pthread_create(&threads[WORKERS + 2], NULL, administrate, &server);
  feed();
  for (int i = 0; i < WORKERS + 3; i++) pthread_join(threads[i], NULL);
  uint64_t own = 0, stolen = 0, outdated = 0;
  for (int i = 0; i < WORKERS; i++) {
    own += server.workers[i].own;
    stolen += server.workers[i].stolen;
    outdated += server.workers[i].outdated;
  }
  bool is_right = verify();
  printf("%" PRIu64 " tasks, %" PRIu64 " stolen, %" PRIu64 " longer than the limits of their time\n", own + stolen, stolen,
         outdated);
  return is_right ? 0 : 1;
}
