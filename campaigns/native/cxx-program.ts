import { Random } from '../random.js';
import { some } from './some.js';
import { CXX_SNIPPETS } from './cxx-snippets.js';

/**
 * Common header of all C++ programs of a file: classes that print when they are constructed, copied, moved and
 * destroyed.
 */
export const CXX_HEADER = `#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <pthread.h>
#include <set>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>
static void tell(uint64_t v) { printf("%llx\\n", (unsigned long long)v); }
static void tell(const char *s, uint64_t v) { printf("%s %llx\\n", s, (unsigned long long)v); }
struct Told {
  int n;
  explicit Told(int n) : n(n) { tell("made", n); }
  Told(const Told &o) : n(o.n + 100) { tell("copied", n); }
  Told(Told &&o) noexcept : n(o.n) { o.n = -1; tell("moved", n); }
  Told &operator=(const Told &o) { n = o.n + 10; tell("assigned", n); return *this; }
  Told &operator=(Told &&o) noexcept { n = o.n; o.n = -2; tell("move-assigned", n); return *this; }
  ~Told() { tell("destroyed", n); }
  bool operator<(const Told &o) const { return n < o.n; }
};
struct Base {
  virtual ~Base() { tell("base", 0); }
  virtual int64_t f(int64_t x) { return x + 1; }
  int64_t g(int64_t x) { return f(x) * 2; }
};
struct Left : virtual Base { int64_t f(int64_t x) override { return x ^ 5; } ~Left() override { tell("left", 1); } };
struct Right : virtual Base { Told told{7}; int64_t r = 9; };
struct Both : Left, Right { int64_t f(int64_t x) override { return Left::f(x) + r; } };
`;

/** Generates a program whose threads run one after the other. */
export function cxxProgram(seed: number, prefix: string): string {
  const random = new Random(seed);
  const snippets = (): string => some(1 + random.below(4), () => snippet(random, prefix)).join('');
  const inMain = snippets();
  const threads = some(random.below(3), (i) => runThread(random, prefix, i, snippets()) + snippets());
  return `static thread_local Told *${prefix}slot = nullptr;
static std::mutex ${prefix}gate;
static std::atomic<int64_t> ${prefix}count{${random.below(5)}};
static int64_t ${prefix}global = ${random.below(50)};
static void ${prefix}main() {\n${inMain}${threads.join('')}  tell(${prefix}count.load());\n  tell(${prefix}global);\n}\n`;
}

function snippet(random: Random, p: string): string {
  return `  {\n    ${random.pick(CXX_SNIPPETS)(random, p).trim()}\n  }\n`;
}

/** Returns a thread that is joined immediately, with its arguments passed in one of several ways. */
function runThread(random: Random, p: string, i: number, body: string): string {
  const n = random.below(40);
  // The new thread waits until the temporaries of its starter are destroyed.
  const enter = `  ${p}gate.lock(); ${p}gate.unlock();\n`;
  return random.pick([
    `  { ${p}gate.lock(); std::thread t([] {\n${enter}${body}  }); ${p}gate.unlock(); t.join(); }\n`,
    `  { Told told(${n}); ${p}gate.lock(); std::thread t([told] {\n${enter}${body}  tell(told.n); }); ${p}gate.unlock(); t.join(); }\n`,
    `  { Told told(${n}); ${p}gate.lock(); std::thread t([&told] {\n${enter}${body}  told.n++; }); ${p}gate.unlock(); t.join(); tell(told.n); }\n`,
    `  { ${p}gate.lock(); std::thread t([](Told &&a, int64_t b) {\n${enter}${body}  tell(a.n + b); }, Told(${n}), ${n + 1}); ${p}gate.unlock(); t.join(); }\n`,
    `  { auto u = std::make_unique<Told>(${n}); ${p}gate.lock(); std::thread t([u = std::move(u)] {\n${enter}${body}  tell(u->n); }); ${p}gate.unlock(); t.join(); }\n`,
    `  { int64_t x = ${n}; ${p}gate.lock(); std::thread t([](int64_t &r) {\n${enter}${body}  r *= 3; }, std::ref(x)); ${p}gate.unlock(); t.join(); tell(x); }\n`,
    `  { static thread_local Told each(${n}); ${p}gate.lock(); std::thread t([] {\n${enter}  tell(each.n); each.n += 1000;\n${body}  }); ${p}gate.unlock(); t.join(); tell(each.n -= 1); }\n`,
    `  { auto s = std::make_shared<Told>(${n}); ${p}gate.lock(); std::thread t([s, i = ${i}] {\n${enter}${body}  tell(s.use_count() > 1 ? i : 99); }); ${p}gate.unlock(); t.join(); tell(s.use_count()); }\n`,
    `  { ${p}gate.lock(); pthread_t t; pthread_create(&t, nullptr, [](void *a) -> void * {\n${enter}${body}  ${p}count += (int64_t)a; return a; }, (void *)${n}); ${p}gate.unlock(); void *r; pthread_join(t, &r); tell((uint64_t)r); }\n`,
  ]);
}
