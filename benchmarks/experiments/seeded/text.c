#include "text.h"
#include <stdbool.h>
#include <stddef.h>

static uint32_t next_random(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 16;
}

uint32_t text_make(uint32_t document, char *text) {
  uint32_t state = document * 2654435761u + 1;
  uint32_t length = 64 + next_random(&state) % (MOST_TEXT - 64);
  for (uint32_t i = 0; i < length;) {
    uint32_t word = 1 + next_random(&state) % 9;
    char letter = (char)('a' + next_random(&state) % 26);
    for (; word > 0 && i < length; word--, i++) {
      text[i] = letter;
      // Some letters occur twice in a row.
      if (next_random(&state) % 4 != 0) letter = (char)('a' + next_random(&state) % 26);
    }
    if (i < length) text[i++] = next_random(&state) % 8 == 0 ? '\n' : ' ';
  }
  return length;
}

enum measure measure_of(uint32_t document) { return (enum measure)(document * 7 % MEASURES); }

static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

static uint64_t words(const char *text, uint32_t from, uint32_t to) {
  uint64_t count = 0;
  for (uint32_t i = from; i < to; i++) count += is_letter(text[i]) && (i == 0 || !is_letter(text[i - 1]));
  return count;
}

static uint64_t letters(const char *text, uint32_t from, uint32_t to) {
  uint64_t count = 0;
  for (uint32_t i = from; i < to; i++) count += is_letter(text[i]);
  return count;
}

static uint64_t runs(const char *text, uint32_t from, uint32_t to) {
  uint64_t count = 0;
  for (uint32_t i = from; i < to; i++) count += i == 0 || text[i] != text[i - 1];
  return count;
}

static uint64_t digest(const char *text, uint32_t from, uint32_t to) {
  uint64_t sum = 0;
  for (uint32_t i = from; i < to; i++) {
    uint64_t mixed = ((uint64_t)(unsigned char)text[i] << 32 | i) * 0x9e3779b97f4a7c15ull;
    sum += mixed >> 32;
  }
  return sum;
}

uint64_t text_measure(enum measure measure, const char *text, uint32_t from, uint32_t to) {
  switch (measure) {
    case WORDS: return words(text, from, to);
    case LETTERS: return letters(text, from, to);
    case RUNS: return runs(text, from, to);
    case DIGEST: return digest(text, from, to);
    default: return 0;
  }
}

const char *measure_name(enum measure measure) {
  static const char *const names[] = {"words", "letters", "runs", "digest"};
  return measure < MEASURES ? names[measure] : "nothing";
}
