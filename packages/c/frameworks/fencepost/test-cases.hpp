// What the stand-ins for test frameworks share: a list of test cases, of which an execution runs one.
#ifndef FENCEPOST_TEST_CASES_HPP
#define FENCEPOST_TEST_CASES_HPP
#pragma GCC system_header

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <ostream>

// Implemented outside of the program: runtime/test-cases.ts.
extern "C" {
int __fp_selected_test(void); // its number; below 0: they are to be listed
void __fp_test_case(const char *name, int disabled);
[[noreturn]] void __fp_check_failed(const char *text);
[[noreturn]] void __fp_not_supported(const char *what);
int __fp_enters_section(unsigned level, unsigned section, int entered);
int __VERIFIER_nondet_bool(void);
}

namespace fencepost {

// Sees all test cases, and lists them or runs the selected one.
class Visitor {
public:
  explicit Visitor(int selected) : selected(selected) {}
  // Is it the one to run? A name in several parts, as those of typed and parametrised tests are made up.
  bool operator()(const char *const (&parts)[7], bool disabled) {
    if (selected >= 0) return seen++ == selected;
    std::size_t length = 1;
    for (const char *part : parts) length += std::strlen(part);
    char *name = static_cast<char *>(std::malloc(length));
    *name = 0;
    for (const char *part : parts) std::strcat(name, part);
    __fp_test_case(name, disabled);
    std::free(name);
    return false;
  }
  bool operator()(const char *name, bool disabled) { return (*this)({name, "", "", "", "", "", ""}, disabled); }

private:
  int selected;
  int seen = 0;
};

// Something with test cases. Neither the objects nor the list have constructors or destructors that run code of their own.
struct Source {
  void (*visit)(const Source &, Visitor &);
  const char *name;
  bool disabled;
  void (*body)();
  Source *next;
};

template <class T> struct Sources {
  static Source *first;
  static Source **end;
};
template <class T> Source *Sources<T>::first = nullptr;
template <class T> Source **Sources<T>::end = nullptr;

inline int add(Source &source) {
  Source **end = Sources<void>::end == nullptr ? &Sources<void>::first : Sources<void>::end;
  *end = &source;
  Sources<void>::end = &source.next;
  return 0;
}

inline void visitOne(const Source &source, Visitor &visitor) {
  if (visitor(source.name, source.disabled)) source.body();
}

// What RUN_ALL_TESTS and its like come to.
inline int runTests() {
  Visitor visitor(__fp_selected_test());
  for (Source *source = Sources<void>::first; source != nullptr; source = source->next) source->visit(*source, visitor);
  return 0;
}

// A number as text, for names.
struct Digits {
  char text[24];
  explicit Digits(std::size_t number) {
    char *at = text + sizeof text;
    *--at = 0;
    do *--at = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    std::memmove(text, at, static_cast<std::size_t>(text + sizeof text - at));
  }
};

// The name of entry `index` in a list that the preprocessor has made text of.
struct Word {
  char text[128];
  Word(const char *list, std::size_t index) {
    int depth = 0;
    std::size_t length = 0;
    for (; *list != 0 && (index > 0 || *list != ',' || depth > 0); list++) {
      depth += *list == '<' || *list == '(' ? 1 : *list == '>' || *list == ')' ? -1 : 0;
      if (index > 0) index -= *list == ',' && depth == 0 ? 1 : 0;
      else if ((length > 0 || *list != ' ') && length + 1 < sizeof text) text[length++] = *list;
    }
    text[length] = 0;
  }
};

// One of several, each of which is explored.
inline std::size_t choose(std::size_t count) {
  std::size_t chosen = 0;
  while (chosen + 1 < count && !__VERIFIER_nondet_bool()) chosen++;
  return chosen;
}

// Of the sections beside each other an execution enters one. Which one is a choice: each is explored.
class Level {
public:
  Level() : outer(current()), path(outer == nullptr ? 1 : 31 * outer->path + outer->sections) { current() = this; }
  ~Level() { current() = outer; }
  static bool enters() {
    Level *level = current();
    if (level == nullptr) __fp_not_supported("a section outside of a test case");
    bool enters = __fp_enters_section(level->path, level->sections++, level->entered);
    level->entered = level->entered || enters;
    return enters;
  }

private:
  Level(const Level &);
  static Level *&current() {
    static thread_local Level *innermost = nullptr;
    return innermost;
  }
  Level *outer;
  unsigned path; // tells it from others
  unsigned sections = 0; // seen so far
  bool entered = false;
};

class Section {
public:
  Section() : level(Level::enters() ? ::new (static_cast<void *>(room)) Level : nullptr) {}
  ~Section() {
    if (level != nullptr) level->~Level();
  }
  explicit operator bool() const { return level != nullptr; }

private:
  Section(const Section &);
  alignas(Level) unsigned char room[sizeof(Level)];
  Level *level;
};

inline void visitWithSections(const Source &source, Visitor &visitor) {
  if (!visitor(source.name, source.disabled)) return;
  Level level;
  source.body();
}

// Takes what follows an assertion with <<.
struct Ignored {
  template <class T> const Ignored &operator<<(const T &) const { return *this; }
  const Ignored &operator<<(std::ostream &(*)(std::ostream &)) const { return *this; }
};

} // namespace fencepost

// If the program has no main of its own.
extern "C" __attribute__((weak)) int __fp_test_main(void) { return fencepost::runTests(); }

#define FENCEPOST_JOIN_(a, b) a##b
#define FENCEPOST_JOIN(a, b) FENCEPOST_JOIN_(a, b)
#define FENCEPOST_UNIQUE(name) FENCEPOST_JOIN(name##_, __COUNTER__)
// A statement, so that if and else around it work.
#define FENCEPOST_CHECK(text, ...) \
  switch (0) case 0: default: if (__VA_ARGS__) {} else __fp_check_failed(text)

#endif
