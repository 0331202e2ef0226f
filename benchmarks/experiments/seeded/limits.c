#include "limits.h"
#include <stdio.h>
#include <stdlib.h>
#include "text.h"

static void words_of(uint32_t piece, uint32_t *words) {
  uint32_t most = (MOST_TEXT + piece - 1) / piece;
  words[0] = piece;
  words[1] = 2 * piece;
  words[2] = most;
  words[3] = 3 * piece + most;
}

void limits_init(struct seqlock *lock) {
  uint32_t words[SEQLOCK_WORDS];
  words_of(32, words);
  seqlock_init(lock, words);
}

void limits_change(struct seqlock *lock, uint32_t piece) {
  uint32_t words[SEQLOCK_WORDS];
  words_of(piece, words);
  seqlock_write(lock, words);
}

struct limits limits_read(struct seqlock *lock) {
  uint32_t words[SEQLOCK_WORDS];
  seqlock_read(lock, words);
  struct limits limits = {words[0], words[1], words[2], words[3]};
  if (limits.twice != 2 * limits.piece || limits.sum != limits.piece + limits.twice + limits.most) {
    fprintf(stderr, "textd: limits that do not belong together\n");
    abort();
  }
  return limits;
}
