// Declares data structures: Fencepost makes all scenarios of calls up to a size, and decides whether they are linearizable.
// docs/use/linearizability.md has the manual. C11 and C++11.
#ifndef FENCEPOST_LINEARIZABLE_H
#define FENCEPOST_LINEARIZABLE_H
#pragma GCC system_header

// Implemented outside of the program: runtime/scenarios.ts.
#ifdef __cplusplus
extern "C" {
#endif
void __fp_structure(const char *name);
void __fp_structure_setting(const char *setting, const char *value);
void __fp_structure_number(const char *setting, long long value);
void __fp_structure_function(const char *setting, void (*function)(void));
void __fp_operation(const char *name, void (*call)(void), int blocking);
void __fp_argument_range(long long from, long long to);
void __fp_argument_value(long long value, int next, int distinct);
void __fp_operation_model(const char *name, void (*call)(void));
void __fp_scenario(void);
void __fp_call_begins(void);
long long __fp_argument(int position);
void __fp_returned_nothing(void);
void __fp_returned_bool(int value);
void __fp_returned_integer(long long value);
void __fp_returned_pointer(const volatile void *value);
void __fp_returned_empty(void);
// If the program has no main of its own.
__attribute__((weak)) int __fp_test_main(void) {
  __fp_scenario();
  return 0;
}
#ifdef __cplusplus
}
#endif

// Begins the declaration of a structure; the lines up to the next one belong to it.
#define FENCEPOST_LINEARIZABLE(name) FENCEPOST_DECLARE_(__fp_structure(#name))
// An operation: a function, and the values of each of its arguments. It may return nothing, a bool, an integer or a pointer; in C++
// also something like std::optional.
#define FENCEPOST_OPERATION(function, ...) FENCEPOST_CALLED_(__COUNTER__, function, 0, ##__VA_ARGS__)
// The same of an operation that may wait forever, where it would as well if one thread made all calls.
#define FENCEPOST_BLOCKING(function, ...) FENCEPOST_CALLED_(__COUNTER__, function, 1, ##__VA_ARGS__)

// The values of an argument: every integer of a range, one of these, or one of these which the structure treats alike.
#define FENCEPOST_RANGE(from, to) __fp_argument_range(from, to)
#define FENCEPOST_VALUES(...) FENCEPOST_EACH_(0, __VA_ARGS__)
#define FENCEPOST_DISTINCT(...) FENCEPOST_EACH_(1, __VA_ARGS__)

// For operations that return an int: there is nothing to return.
#define FENCEPOST_EMPTY (-2147483647 - 1)

// Called before the threads start, and when they have ended: void function(void).
#define FENCEPOST_SETUP(function) FENCEPOST_DECLARE_(__fp_structure_function("setup", function))
#define FENCEPOST_TEARDOWN(function) FENCEPOST_DECLARE_(__fp_structure_function("teardown", function))
// The most calls of a scenario, and the most threads.
#define FENCEPOST_CALLS(count) FENCEPOST_DECLARE_(__fp_structure_number("calls", count))
#define FENCEPOST_THREADS(count) FENCEPOST_DECLARE_(__fp_structure_number("threads", count))
// After all scenarios up to that size: this many random ones with up to three calls more.
#define FENCEPOST_RANDOM(count) FENCEPOST_DECLARE_(__fp_structure_number("random", count))
// The operations that a thread with this role calls: FENCEPOST_ROLE(producer, push, try_push).
#define FENCEPOST_ROLE(role, ...) FENCEPOST_DECLARE_(__fp_structure_setting("role", #role ": " #__VA_ARGS__))
// A call before the threads start: FENCEPOST_INITIALLY(push, 1).
#define FENCEPOST_INITIALLY(...) FENCEPOST_DECLARE_(__fp_structure_setting("initially", #__VA_ARGS__))
// What must hold: linearizable (the default), sequential, elements or obstruction-free: FENCEPOST_CRITERION("sequential").
#define FENCEPOST_CRITERION(criterion) FENCEPOST_DECLARE_(__fp_structure_setting("criterion", criterion))
// For elements: operations that put their last argument, and operations that return what they take.
#define FENCEPOST_PUTS(...) FENCEPOST_DECLARE_(__fp_structure_setting("puts", #__VA_ARGS__))
#define FENCEPOST_TAKES(...) FENCEPOST_DECLARE_(__fp_structure_setting("takes", #__VA_ARGS__))
// The order to respect: FENCEPOST_RESPECTS("happens-before").
#define FENCEPOST_RESPECTS(order) FENCEPOST_DECLARE_(__fp_structure_setting("respects", order))
// The reference: what the operation returns is what this function returns if one thread makes all calls. The types of its arguments
// follow: FENCEPOST_MODEL(push, model_push, int). Without any, the structure itself is the reference.
#define FENCEPOST_MODEL(operation, function, ...) FENCEPOST_MODELLED_(__COUNTER__, operation, function, ##__VA_ARGS__)

#define FENCEPOST_PASTE_(a, b) a##b
#define FENCEPOST_JOINED_(a, b) FENCEPOST_PASTE_(a, b)
// Registers what follows when the program starts, in the order of the lines.
#define FENCEPOST_DECLARE_(...) FENCEPOST_DECLARED_(__COUNTER__, __VA_ARGS__)
#define FENCEPOST_DECLARED_(id, ...) \
  __attribute__((constructor)) static void FENCEPOST_JOINED_(fencepost_declare_, id)(void) { __VA_ARGS__; }

#define FENCEPOST_CALLED_(id, function, blocking, ...) \
  FENCEPOST_CALLER_(id, function, ##__VA_ARGS__) \
  FENCEPOST_DECLARED_(id, __fp_operation(#function, FENCEPOST_JOINED_(fencepost_call_, id), blocking), ##__VA_ARGS__)
#define FENCEPOST_MODELLED_(id, operation, function, ...) \
  FENCEPOST_CALLER_(id, function, ##__VA_ARGS__) \
  FENCEPOST_DECLARED_(id, __fp_operation_model(#operation, FENCEPOST_JOINED_(fencepost_call_, id)))

// A function that makes one call, with arguments that the scenario has, and tells what it returned.
#define FENCEPOST_CALLER_(id, function, ...) \
  static void FENCEPOST_JOINED_(fencepost_call_, id)(void) { \
    __fp_call_begins(); \
    FENCEPOST_RETURNS_(function(FENCEPOST_ARGUMENTS_(, ##__VA_ARGS__, 4, 3, 2, 1, 0, ))); \
  }
#define FENCEPOST_ARGUMENTS_(none, a, b, c, d, count, ...) FENCEPOST_PASTE_(FENCEPOST_ARGUMENTS_, count)
#define FENCEPOST_ARGUMENTS_0
#define FENCEPOST_ARGUMENTS_1 __fp_argument(0)
#define FENCEPOST_ARGUMENTS_2 __fp_argument(0), __fp_argument(1)
#define FENCEPOST_ARGUMENTS_3 __fp_argument(0), __fp_argument(1), __fp_argument(2)
#define FENCEPOST_ARGUMENTS_4 __fp_argument(0), __fp_argument(1), __fp_argument(2), __fp_argument(3)

#define FENCEPOST_EACH_(distinct, ...) \
  fencepost_values_((const long long[]){__VA_ARGS__}, sizeof((const long long[]){__VA_ARGS__}) / sizeof(long long), distinct)
static inline void fencepost_values_(const long long *values, unsigned long count, int distinct) {
  for (unsigned long i = 0; i < count; i++) __fp_argument_value(values[i], i > 0, distinct);
}

#ifndef __cplusplus
// An expression of type void has no value, and none but such can be left out.
#define FENCEPOST_IS_VOID_(expression) __builtin_types_compatible_p(__typeof__(expression), void)
#define FENCEPOST_RETURNS_(expression) \
  do { \
    if (FENCEPOST_IS_VOID_(expression)) { \
      (void)(expression); \
      __fp_returned_nothing(); \
    } else FENCEPOST_SHOW_(__builtin_choose_expr(FENCEPOST_IS_VOID_(expression), 0, (expression))); \
  } while (0)
#define FENCEPOST_SHOW_(value) \
  _Generic((value), _Bool: __fp_returned_bool, char: __fp_returned_integer, signed char: __fp_returned_integer, \
    unsigned char: __fp_returned_integer, short: __fp_returned_integer, unsigned short: __fp_returned_integer, \
    int: fencepost_returned_int_, unsigned: __fp_returned_integer, long: __fp_returned_integer, \
    unsigned long: __fp_returned_integer, long long: __fp_returned_integer, unsigned long long: __fp_returned_integer, \
    default: __fp_returned_pointer)(value)
static inline void fencepost_returned_int_(int value) {
  if (value == FENCEPOST_EMPTY) __fp_returned_empty();
  else __fp_returned_integer(value);
}
#else
namespace fencepost_linearizable {
inline void show(bool value) { __fp_returned_bool(value); }
inline void show(int value) {
  if (value == FENCEPOST_EMPTY) __fp_returned_empty();
  else __fp_returned_integer(value);
}
template <class T> void show(T *value) { __fp_returned_pointer(value); }
template <bool integral> struct Kind {
  template <class T> static void show(const T &value) { __fp_returned_integer(static_cast<long long>(value)); }
};
// Something like std::optional.
template <> struct Kind<false> {
  template <class T> static void show(const T &value) {
    if (value) fencepost_linearizable::show(*value);
    else __fp_returned_empty();
  }
};
template <class T> void show(const T &value) { Kind<__is_integral(T) || __is_enum(T)>::show(value); }

template <class R> struct Returned {
  template <class F> static void of(F call) { show(call()); }
};
template <> struct Returned<void> {
  template <class F> static void of(F call) {
    call();
    __fp_returned_nothing();
  }
};
} // namespace fencepost_linearizable
#define FENCEPOST_RETURNS_(expression) \
  fencepost_linearizable::Returned<decltype(expression)>::of([] { return expression; })
#endif

#endif
