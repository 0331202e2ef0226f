// The work: measures of texts that can be computed piece by piece and added up.
#pragma once
#include <stdint.h>

#define MOST_TEXT 256

enum measure { WORDS, LETTERS, RUNS, DIGEST, MEASURES };

// Makes the text of a document; the same each time. Returns its length.
uint32_t text_make(uint32_t document, char *text);

enum measure measure_of(uint32_t document);

// The measure of the characters from `from` up to `to`; looks at the one before, too.
uint64_t text_measure(enum measure measure, const char *text, uint32_t from, uint32_t to);

const char *measure_name(enum measure measure);
