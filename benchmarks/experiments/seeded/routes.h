// Which worker gets which documents: a table that is replaced as a whole while others read it.
#pragma once
#include <stdint.h>
#include "text.h"

struct routes {
  uint32_t seal; // ROUTES_VALID until it is freed
  uint32_t version;
  uint32_t worker[MEASURES];
};

#define ROUTES_VALID 0x600df00du

struct routes *routes_make(uint32_t version, uint32_t workers);

void routes_free(void *routes);

// Ends the program if the table was freed.
uint32_t routes_worker(const struct routes *routes, enum measure measure);
