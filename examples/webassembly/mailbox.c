// clang --target=wasm32 -O2 -g -matomics -mbulk-memory -nostdlib -Wl,--no-entry,--shared-memory,--import-memory,--max-memory=131072
#include <stdatomic.h>

static int message;
static _Atomic int full;

__attribute__((export_name("receive"))) int receive(void) {
  while (!full) __builtin_wasm_memory_atomic_wait32((int *)&full, 0, -1);
  return message;
}

__attribute__((export_name("send"))) void send(int text) {
  message = text;
  full = 1;
}
