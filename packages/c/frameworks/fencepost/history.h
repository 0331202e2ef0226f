// Records calls of a C or C++ program, for `fencepost history`: docs/use/history.md has the manual. C11 and C++11, gcc
// and clang, 64 bits. Independent of the rest: copy it into your project (`fencepost history --header`).
//
//   bool push(struct ring *r, int value) {
//     FENCEPOST_BEGIN("push", value);
//     bool done = ring_push(r, value);
//     FENCEPOST_END(done);
//     return done;
//   }
//
// The calls are written when the program exits, to history.jsonl, or the file that FENCEPOST_HISTORY names. With
// -DFENCEPOST_NO_HISTORY, and in `fencepost check`, the macros do nothing.
//
// Beginnings and ends of calls increment one counter by seq_cst operations. So a call that ends before another one
// begins, by the counter, happens before it, under every memory model.
#ifndef FENCEPOST_HISTORY_H
#define FENCEPOST_HISTORY_H
#pragma GCC system_header

#if defined(FENCEPOST_NO_HISTORY) || defined(__FENCEPOST__)
#define FENCEPOST_BEGIN(...) ((void)0)
#define FENCEPOST_END(result) ((void)(result))
#define FENCEPOST_END_NOTHING() ((void)0)
#define FENCEPOST_END_EMPTY() ((void)0)
#else

#include <stdio.h>
#include <stdlib.h>

// Begins a call: its name and up to three arguments, integers or pointers.
#define FENCEPOST_BEGIN(...) \
  struct fencepost_call *fencepost_this_call = FENCEPOST_BEGIN_(__VA_ARGS__, 3, 2, 1, 0, 0)(__VA_ARGS__)
#define FENCEPOST_BEGIN_(name, a, b, c, count, ...) FENCEPOST_BEGIN_##count
#define FENCEPOST_BEGIN_0(name) fencepost_begin(name, 0, 0, 0, 0)
#define FENCEPOST_BEGIN_1(name, a) fencepost_begin(name, 1, (long long)(a), 0, 0)
#define FENCEPOST_BEGIN_2(name, a, b) fencepost_begin(name, 2, (long long)(a), (long long)(b), 0)
#define FENCEPOST_BEGIN_3(name, a, b, c) fencepost_begin(name, 3, (long long)(a), (long long)(b), (long long)(c))

// Ends the call that began in the same block or around it. The result is a bool, an integer or a pointer. In C, true
// and false are integers: (bool)false.
#define FENCEPOST_END(result) \
  fencepost_end(fencepost_this_call, FENCEPOST_IS_BOOL(result) ? FENCEPOST_BOOL : FENCEPOST_INTEGER, (long long)(result))
// The call returns nothing.
#define FENCEPOST_END_NOTHING() fencepost_end(fencepost_this_call, FENCEPOST_NOTHING, 0)
// The call has found nothing, as a pop of an empty queue.
#define FENCEPOST_END_EMPTY() fencepost_end(fencepost_this_call, FENCEPOST_EMPTY_RESULT, 0)

enum fencepost_result { FENCEPOST_NEVER, FENCEPOST_NOTHING, FENCEPOST_INTEGER, FENCEPOST_BOOL, FENCEPOST_EMPTY_RESULT };

struct fencepost_call {
  const char *name;
  long long given[3];
  long long result;
  unsigned long long begin, end;
  int count;
  int kind; // enum fencepost_result
};

enum { FENCEPOST_CHUNK = 1024 };

// Calls of one thread.
struct fencepost_chunk {
  struct fencepost_chunk *next;
  int thread;
  int size;
  struct fencepost_call calls[FENCEPOST_CHUNK];
};

#ifdef __cplusplus
template <class T> struct fencepost_is_bool { enum { value = 0 }; };
template <> struct fencepost_is_bool<bool> { enum { value = 1 }; };
template <class T> inline int fencepost_bool_test(const T &) { return fencepost_is_bool<T>::value; }
#define FENCEPOST_IS_BOOL(result) fencepost_bool_test(result)
extern "C" {
#else
#define FENCEPOST_IS_BOOL(result) _Generic((result), _Bool : 1, default : 0)
#endif

// Weak: one copy for all files of a program.
__attribute__((weak)) unsigned long long fencepost_clock = 0;
__attribute__((weak)) int fencepost_threads = 0;
__attribute__((weak)) struct fencepost_chunk *fencepost_chunks = 0;
__attribute__((weak)) __thread struct fencepost_chunk *fencepost_own_chunk = 0;

// Writes all calls so far.
__attribute__((weak)) void fencepost_write_history(void) {
  const char *name = getenv("FENCEPOST_HISTORY");
  FILE *file = fopen(name ? name : "history.jsonl", "w");
  if (!file) {
    perror("fencepost history");
    return;
  }
  for (struct fencepost_chunk *chunk = __atomic_load_n(&fencepost_chunks, __ATOMIC_ACQUIRE); chunk; chunk = chunk->next) {
    int size = __atomic_load_n(&chunk->size, __ATOMIC_ACQUIRE);
    for (int i = 0; i < size; i++) {
      struct fencepost_call *call = &chunk->calls[i];
      int kind = __atomic_load_n(&call->kind, __ATOMIC_ACQUIRE);
      fprintf(file, "{\"process\":%d,\"f\":\"%s\"", chunk->thread, call->name);
      if (call->count == 1) fprintf(file, ",\"value\":%lld", call->given[0]);
      if (call->count == 2) fprintf(file, ",\"value\":[%lld,%lld]", call->given[0], call->given[1]);
      if (call->count == 3) {
        fprintf(file, ",\"value\":[%lld,%lld,%lld]", call->given[0], call->given[1], call->given[2]);
      }
      fprintf(file, ",\"begin\":%llu", call->begin);
      if (kind != FENCEPOST_NEVER) fprintf(file, ",\"end\":%llu", call->end);
      if (kind == FENCEPOST_INTEGER) fprintf(file, ",\"result\":%lld", call->result);
      if (kind == FENCEPOST_BOOL) fprintf(file, ",\"result\":%s", call->result ? "true" : "false");
      if (kind == FENCEPOST_EMPTY_RESULT) fprintf(file, ",\"result\":null");
      fprintf(file, "}\n");
    }
  }
  fclose(file);
}

__attribute__((weak)) struct fencepost_chunk *fencepost_new_chunk(void) {
  struct fencepost_chunk *own = fencepost_own_chunk;
  struct fencepost_chunk *chunk = (struct fencepost_chunk *)malloc(sizeof *chunk);
  if (!chunk) abort();
  chunk->thread = own ? own->thread : __atomic_fetch_add(&fencepost_threads, 1, __ATOMIC_RELAXED);
  if (chunk->thread == 0 && !own) atexit(fencepost_write_history);
  chunk->size = 0;
  chunk->next = __atomic_load_n(&fencepost_chunks, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&fencepost_chunks, &chunk->next, chunk, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
  }
  return fencepost_own_chunk = chunk;
}

static inline struct fencepost_call *fencepost_begin(const char *name, int count, long long a, long long b, long long c) {
  struct fencepost_chunk *chunk = fencepost_own_chunk;
  if (!chunk || chunk->size == FENCEPOST_CHUNK) chunk = fencepost_new_chunk();
  struct fencepost_call *call = &chunk->calls[chunk->size];
  call->name = name;
  call->given[0] = a;
  call->given[1] = b;
  call->given[2] = c;
  call->count = count;
  call->kind = FENCEPOST_NEVER;
  call->begin = __atomic_fetch_add(&fencepost_clock, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&chunk->size, chunk->size + 1, __ATOMIC_RELEASE);
  return call;
}

static inline void fencepost_end(struct fencepost_call *call, int kind, long long result) {
  call->result = result;
  call->end = __atomic_fetch_add(&fencepost_clock, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&call->kind, kind, __ATOMIC_RELEASE);
}

#ifdef __cplusplus
}
#endif

#endif // FENCEPOST_NO_HISTORY
#endif // FENCEPOST_HISTORY_H
