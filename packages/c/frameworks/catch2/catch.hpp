// Stands in for Catch2: the same macros, but an assertion is a check of ours, and an execution runs one test case.
#ifndef CATCH_TEST_MACROS_HPP_INCLUDED
#define CATCH_TEST_MACROS_HPP_INCLUDED
#define TWOBLUECUBES_SINGLE_INCLUDE_CATCH_HPP_INCLUDED
#pragma GCC system_header

#include <exception>
#include <sstream>

#include "../fencepost/expressions.hpp"

namespace Catch {

using fencepost::Approx;

class Session {
public:
  template <class... Ts> int applyCommandLine(Ts &&...) { return 0; }
  template <class... Ts> int run(Ts &&...) { return fencepost::runTests(); }
};

template <class T> std::string toString(const T &) { return "value"; }

// Hidden, or wanted to fail.
constexpr bool hidden(const char *tags = "") {
  return *tags == 0 ? false
         : tags[0] == '[' && (tags[1] == '.' || tags[1] == '!') && tags[2] != 't' && tags[2] != 'b' ? true
                                                                                                    : hidden(tags + 1);
}

template <class T> struct Generated { std::vector<T> values; };
template <class T> Generated<T> values(std::initializer_list<T> list) { return {std::vector<T>(list)}; }
template <class T> Generated<T> range(T start, T end, T step = T(1)) {
  Generated<T> generated;
  for (T value = start; step > T(0) ? value < end : value > end; value = static_cast<T>(value + step))
    generated.values.push_back(value);
  return generated;
}
template <class T, class... Ts> struct First { typedef T type; };
template <class... Ts> typename std::decay<typename First<Ts...>::type>::type generate(const Ts &...given) {
  typedef typename std::decay<typename First<Ts...>::type>::type T;
  const T all[] = {static_cast<T>(given)...};
  return all[fencepost::choose(sizeof...(Ts))];
}
template <class T> T generate(const Generated<T> &given) { return given.values[fencepost::choose(given.values.size())]; }

namespace Generators {
using Catch::range;
using Catch::values;
} // namespace Generators

} // namespace Catch

// As version 2 has it.
using Catch::Approx;

#define TEST_CASE(...) FENCEPOST_CATCH_CASE(__VA_ARGS__, "", "")
#define FENCEPOST_CATCH_CASE(name, tags, ...) FENCEPOST_CASE(name, ::Catch::hidden(tags))
#define TEST_CASE_METHOD(fixture, ...) FENCEPOST_CATCH_CASE_OF(fixture, __VA_ARGS__, "", "")
#define FENCEPOST_CATCH_CASE_OF(fixture, name, tags, ...) FENCEPOST_CASE_OF(fixture, name, ::Catch::hidden(tags))
#define TEMPLATE_TEST_CASE(name, tags, ...) FENCEPOST_TYPED_CASE(TestType, name "\0 - \0", ::Catch::hidden(tags), __VA_ARGS__)
#define SECTION(...) FENCEPOST_SECTION()
#define DYNAMIC_SECTION(...) FENCEPOST_SECTION()
#define SCENARIO(...) FENCEPOST_CATCH_CASE("Scenario: " __VA_ARGS__, "", "")
#define SCENARIO_METHOD(fixture, ...) FENCEPOST_CATCH_CASE_OF(fixture, "Scenario: " __VA_ARGS__, "", "")
#define GIVEN(...) FENCEPOST_SECTION()
#define AND_GIVEN(...) FENCEPOST_SECTION()
#define WHEN(...) FENCEPOST_SECTION()
#define AND_WHEN(...) FENCEPOST_SECTION()
#define THEN(...) FENCEPOST_SECTION()
#define AND_THEN(...) FENCEPOST_SECTION()
#define GENERATE(...) ([&] { using namespace ::Catch::Generators; return ::Catch::generate(__VA_ARGS__); }())
#define GENERATE_COPY(...) GENERATE(__VA_ARGS__)
#define GENERATE_REF(...) GENERATE(__VA_ARGS__)

#define REQUIRE(...) FENCEPOST_CHECK("REQUIRE(" #__VA_ARGS__ ")", static_cast<bool>(__VA_ARGS__))
#define REQUIRE_FALSE(...) FENCEPOST_CHECK("REQUIRE_FALSE(" #__VA_ARGS__ ")", !static_cast<bool>(__VA_ARGS__))
#define REQUIRE_THROWS(...) FENCEPOST_THROWS("REQUIRE_THROWS(" #__VA_ARGS__ ")", ..., __VA_ARGS__)
#define REQUIRE_THROWS_AS(expression, type) \
  FENCEPOST_THROWS("REQUIRE_THROWS_AS(" #expression ", " #type ")", type const &, expression)
#define REQUIRE_THROWS_WITH(expression, message) \
  FENCEPOST_THROWS_WITH("REQUIRE_THROWS_WITH(" #expression ", " #message ")", message, expression)
#define REQUIRE_NOTHROW(...) FENCEPOST_NOTHROW("REQUIRE_NOTHROW(" #__VA_ARGS__ ")", __VA_ARGS__)
#define REQUIRE_THAT(...) FENCEPOST_NO_MATCHERS()
#define REQUIRE_THROWS_MATCHES(...) FENCEPOST_NO_MATCHERS()
#define CHECK(...) FENCEPOST_CHECK("CHECK(" #__VA_ARGS__ ")", static_cast<bool>(__VA_ARGS__))
#define CHECK_FALSE(...) FENCEPOST_CHECK("CHECK_FALSE(" #__VA_ARGS__ ")", !static_cast<bool>(__VA_ARGS__))
#define CHECK_THROWS(...) FENCEPOST_THROWS("CHECK_THROWS(" #__VA_ARGS__ ")", ..., __VA_ARGS__)
#define CHECK_THROWS_AS(expression, type) \
  FENCEPOST_THROWS("CHECK_THROWS_AS(" #expression ", " #type ")", type const &, expression)
#define CHECK_THROWS_WITH(expression, message) \
  FENCEPOST_THROWS_WITH("CHECK_THROWS_WITH(" #expression ", " #message ")", message, expression)
#define CHECK_NOTHROW(...) FENCEPOST_NOTHROW("CHECK_NOTHROW(" #__VA_ARGS__ ")", __VA_ARGS__)
#define CHECK_THAT(...) FENCEPOST_NO_MATCHERS()
#define CHECK_THROWS_MATCHES(...) FENCEPOST_NO_MATCHERS()
#define FENCEPOST_NO_MATCHERS() static_assert(false, "Fencepost's stand-in for Catch2 has no matchers: use REQUIRE")
#define STATIC_REQUIRE(...) static_assert(__VA_ARGS__, #__VA_ARGS__)
#define STATIC_REQUIRE_FALSE(...) static_assert(!(__VA_ARGS__), "!(" #__VA_ARGS__ ")")
#define STATIC_CHECK(...) STATIC_REQUIRE(__VA_ARGS__)
#define CHECK_NOFAIL(...) static_cast<void>(__VA_ARGS__)
#define CHECKED_IF(...) if (__VA_ARGS__)
#define CHECKED_ELSE(...) if (!(__VA_ARGS__))
#define FAIL(...) FENCEPOST_CHECK("FAIL(" #__VA_ARGS__ ")", false)
#define FAIL_CHECK(...) FENCEPOST_CHECK("FAIL_CHECK(" #__VA_ARGS__ ")", false)
#define SUCCEED(...) static_cast<void>(0)
#define SKIP(...) return
#define INFO(...) static_cast<void>(0)
#define UNSCOPED_INFO(...) static_cast<void>(0)
#define WARN(...) static_cast<void>(0)
#define CAPTURE(...) static_cast<void>(0)

#endif
