#include "routes.h"
#include <stdio.h>
#include <stdlib.h>

struct routes *routes_make(uint32_t version, uint32_t workers) {
  struct routes *routes = malloc(sizeof *routes);
  if (routes == NULL) abort();
  routes->seal = ROUTES_VALID;
  routes->version = version;
  for (uint32_t i = 0; i < MEASURES; i++) routes->worker[i] = (i + version) % workers;
  return routes;
}

void routes_free(void *given) {
  struct routes *routes = given;
  routes->seal = 0;
  free(routes);
}

uint32_t routes_worker(const struct routes *routes, enum measure measure) {
  uint32_t worker = routes->worker[measure];
  if (routes->seal != ROUTES_VALID) {
    fprintf(stderr, "textd: a table of routes was freed while it was read\n");
    abort();
  }
  return worker;
}
