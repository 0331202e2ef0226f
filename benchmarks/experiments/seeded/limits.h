// How documents are cut: a few numbers that belong together, changed while the server runs.
#pragma once
#include <stdint.h>
#include "seqlock.h"

struct limits {
  uint32_t piece; // characters
  uint32_t twice; // 2 * piece
  uint32_t most;  // pieces of a document
  uint32_t sum;   // of the three
};

void limits_init(struct seqlock *lock);

void limits_change(struct seqlock *lock, uint32_t piece);

// Ends the program if they do not belong together.
struct limits limits_read(struct seqlock *lock);
