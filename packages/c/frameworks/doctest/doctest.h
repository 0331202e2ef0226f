// Stands in for doctest: the same macros, but an assertion is a check of ours, and an execution runs one test case.
#ifndef DOCTEST_LIBRARY_INCLUDED
#define DOCTEST_LIBRARY_INCLUDED
#pragma GCC system_header

#include <exception>

#include "../fencepost/expressions.hpp"

namespace doctest {

using fencepost::Approx;

class Context {
public:
  template <class... Ts> Context(Ts &&...) {}
  template <class... Ts> void applyCommandLine(Ts &&...) {}
  template <class... Ts> void setOption(Ts &&...) {}
  template <class... Ts> void addFilter(Ts &&...) {}
  void overrideExitCode(int) {}
  bool shouldExit() { return false; }
  int run() { return fencepost::runTests(); }
};

class String : public std::string {
public:
  template <class... Ts> String(Ts &&...given) : std::string(static_cast<Ts &&>(given)...) {}
};

// A name, and what is said about its test case that matters here: is it to be run, and to succeed?
struct Case {
  const char *name;
  bool hidden;
  constexpr Case(const char *name, bool hidden = false) : name(name), hidden(hidden) {}
};
template <int Kind> struct Decorator {
  bool hides;
  constexpr Decorator(bool on = true) : hides(on) {}
  friend constexpr Case operator*(const Case &decorated, const Decorator &decorator) {
    return Case(decorated.name, decorated.hidden || decorator.hides);
  }
};
typedef Decorator<0> skip;
typedef Decorator<1> should_fail;
typedef Decorator<2> may_fail;
struct expected_failures : Decorator<3> {
  constexpr expected_failures(int count) : Decorator<3>(count != 0) {}
};
struct no_breaks : Decorator<4> {
  constexpr no_breaks(bool = true) : Decorator<4>(false) {}
};
struct no_output : Decorator<5> {
  constexpr no_output(bool = true) : Decorator<5>(false) {}
};
struct description : Decorator<6> {
  constexpr description(const char *) : Decorator<6>(false) {}
};
struct test_suite : Decorator<7> {
  constexpr test_suite(const char *) : Decorator<7>(false) {}
};
struct timeout : Decorator<8> {
  constexpr timeout(double) : Decorator<8>(false) {}
};

} // namespace doctest

#define DOCTEST_TEST_CASE(...) FENCEPOST_CASE(::doctest::Case(__VA_ARGS__).name, ::doctest::Case(__VA_ARGS__).hidden)
#define DOCTEST_TEST_CASE_FIXTURE(fixture, ...) \
  FENCEPOST_CASE_OF(fixture, ::doctest::Case(__VA_ARGS__).name, ::doctest::Case(__VA_ARGS__).hidden)
#define DOCTEST_TEST_CASE_CLASS(...) DOCTEST_TEST_CASE(__VA_ARGS__)
#define DOCTEST_TEST_CASE_TEMPLATE(name, type, ...) FENCEPOST_TYPED_CASE(type, name "\0<\0>", false, __VA_ARGS__)
#define DOCTEST_SCENARIO(name) FENCEPOST_CASE("  Scenario: " name, false)
#define DOCTEST_SUBCASE(...) FENCEPOST_SECTION()
#define DOCTEST_GIVEN(...) FENCEPOST_SECTION()
#define DOCTEST_WHEN(...) FENCEPOST_SECTION()
#define DOCTEST_AND_WHEN(...) FENCEPOST_SECTION()
#define DOCTEST_THEN(...) FENCEPOST_SECTION()
#define DOCTEST_AND_THEN(...) FENCEPOST_SECTION()
#define DOCTEST_TEST_SUITE(...) namespace FENCEPOST_UNIQUE(fencepost_suite)
#define DOCTEST_TEST_SUITE_BEGIN(...) static_assert(true, "")
#define DOCTEST_TEST_SUITE_END static_assert(true, "")
#define DOCTEST_TYPE_TO_STRING(...) static_assert(true, "")

#define DOCTEST_CHECK(...) FENCEPOST_CHECK("CHECK(" #__VA_ARGS__ ")", static_cast<bool>(__VA_ARGS__))
#define DOCTEST_CHECK_MESSAGE(condition, ...) FENCEPOST_CHECK("CHECK(" #condition ")", static_cast<bool>(condition))
#define DOCTEST_CHECK_FALSE(...) FENCEPOST_CHECK("CHECK_FALSE(" #__VA_ARGS__ ")", !static_cast<bool>(__VA_ARGS__))
#define DOCTEST_CHECK_UNARY(...) FENCEPOST_CHECK("CHECK_UNARY(" #__VA_ARGS__ ")", static_cast<bool>(__VA_ARGS__))
#define DOCTEST_CHECK_UNARY_FALSE(...) \
  FENCEPOST_CHECK("CHECK_UNARY_FALSE(" #__VA_ARGS__ ")", !static_cast<bool>(__VA_ARGS__))
#define DOCTEST_CHECK_FALSE_MESSAGE(condition, ...) \
  FENCEPOST_CHECK("CHECK_FALSE(" #condition ")", !static_cast<bool>(condition))
#define DOCTEST_CHECK_EQ(a, b) FENCEPOST_CHECK("CHECK_EQ(" #a ", " #b ")", (a) == (b))
#define DOCTEST_CHECK_NE(a, b) FENCEPOST_CHECK("CHECK_NE(" #a ", " #b ")", (a) != (b))
#define DOCTEST_CHECK_LT(a, b) FENCEPOST_CHECK("CHECK_LT(" #a ", " #b ")", (a) < (b))
#define DOCTEST_CHECK_LE(a, b) FENCEPOST_CHECK("CHECK_LE(" #a ", " #b ")", (a) <= (b))
#define DOCTEST_CHECK_GT(a, b) FENCEPOST_CHECK("CHECK_GT(" #a ", " #b ")", (a) > (b))
#define DOCTEST_CHECK_GE(a, b) FENCEPOST_CHECK("CHECK_GE(" #a ", " #b ")", (a) >= (b))
#define DOCTEST_CHECK_THROWS(...) FENCEPOST_THROWS("CHECK_THROWS(" #__VA_ARGS__ ")", ..., __VA_ARGS__)
#define DOCTEST_CHECK_THROWS_AS(expression, ...) \
  FENCEPOST_THROWS("CHECK_THROWS_AS(" #expression ", " #__VA_ARGS__ ")", __VA_ARGS__ const &, expression)
#define DOCTEST_CHECK_THROWS_WITH(expression, message) \
  FENCEPOST_THROWS_WITH("CHECK_THROWS_WITH(" #expression ", " #message ")", message, expression)
#define DOCTEST_CHECK_NOTHROW(...) FENCEPOST_NOTHROW("CHECK_NOTHROW(" #__VA_ARGS__ ")", __VA_ARGS__)
#define DOCTEST_REQUIRE(...) FENCEPOST_CHECK("REQUIRE(" #__VA_ARGS__ ")", static_cast<bool>(__VA_ARGS__))
#define DOCTEST_REQUIRE_MESSAGE(condition, ...) \
  FENCEPOST_CHECK("REQUIRE(" #condition ")", static_cast<bool>(condition))
#define DOCTEST_REQUIRE_FALSE(...) FENCEPOST_CHECK("REQUIRE_FALSE(" #__VA_ARGS__ ")", !static_cast<bool>(__VA_ARGS__))
#define DOCTEST_REQUIRE_UNARY(...) FENCEPOST_CHECK("REQUIRE_UNARY(" #__VA_ARGS__ ")", static_cast<bool>(__VA_ARGS__))
#define DOCTEST_REQUIRE_UNARY_FALSE(...) \
  FENCEPOST_CHECK("REQUIRE_UNARY_FALSE(" #__VA_ARGS__ ")", !static_cast<bool>(__VA_ARGS__))
#define DOCTEST_REQUIRE_FALSE_MESSAGE(condition, ...) \
  FENCEPOST_CHECK("REQUIRE_FALSE(" #condition ")", !static_cast<bool>(condition))
#define DOCTEST_REQUIRE_EQ(a, b) FENCEPOST_CHECK("REQUIRE_EQ(" #a ", " #b ")", (a) == (b))
#define DOCTEST_REQUIRE_NE(a, b) FENCEPOST_CHECK("REQUIRE_NE(" #a ", " #b ")", (a) != (b))
#define DOCTEST_REQUIRE_LT(a, b) FENCEPOST_CHECK("REQUIRE_LT(" #a ", " #b ")", (a) < (b))
#define DOCTEST_REQUIRE_LE(a, b) FENCEPOST_CHECK("REQUIRE_LE(" #a ", " #b ")", (a) <= (b))
#define DOCTEST_REQUIRE_GT(a, b) FENCEPOST_CHECK("REQUIRE_GT(" #a ", " #b ")", (a) > (b))
#define DOCTEST_REQUIRE_GE(a, b) FENCEPOST_CHECK("REQUIRE_GE(" #a ", " #b ")", (a) >= (b))
#define DOCTEST_REQUIRE_THROWS(...) FENCEPOST_THROWS("REQUIRE_THROWS(" #__VA_ARGS__ ")", ..., __VA_ARGS__)
#define DOCTEST_REQUIRE_THROWS_AS(expression, ...) \
  FENCEPOST_THROWS("REQUIRE_THROWS_AS(" #expression ", " #__VA_ARGS__ ")", __VA_ARGS__ const &, expression)
#define DOCTEST_REQUIRE_THROWS_WITH(expression, message) \
  FENCEPOST_THROWS_WITH("REQUIRE_THROWS_WITH(" #expression ", " #message ")", message, expression)
#define DOCTEST_REQUIRE_NOTHROW(...) FENCEPOST_NOTHROW("REQUIRE_NOTHROW(" #__VA_ARGS__ ")", __VA_ARGS__)

#define DOCTEST_WARN(...) static_cast<void>(0)
#define DOCTEST_WARN_FALSE(...) static_cast<void>(0)
#define DOCTEST_WARN_UNARY(...) static_cast<void>(0)
#define DOCTEST_WARN_EQ(...) static_cast<void>(0)
#define DOCTEST_WARN_NE(...) static_cast<void>(0)
#define DOCTEST_FAIL(...) FENCEPOST_CHECK("FAIL(" #__VA_ARGS__ ")", false)
#define DOCTEST_FAIL_CHECK(...) FENCEPOST_CHECK("FAIL_CHECK(" #__VA_ARGS__ ")", false)
#define DOCTEST_INFO(...) static_cast<void>(0)
#define DOCTEST_CAPTURE(...) static_cast<void>(0)
#define DOCTEST_MESSAGE(...) static_cast<void>(0)

#ifndef DOCTEST_CONFIG_NO_SHORT_MACRO_NAMES
#define TEST_CASE DOCTEST_TEST_CASE
#define TEST_CASE_FIXTURE DOCTEST_TEST_CASE_FIXTURE
#define TEST_CASE_CLASS DOCTEST_TEST_CASE_CLASS
#define TEST_CASE_TEMPLATE DOCTEST_TEST_CASE_TEMPLATE
#define SCENARIO DOCTEST_SCENARIO
#define SUBCASE DOCTEST_SUBCASE
#define GIVEN DOCTEST_GIVEN
#define WHEN DOCTEST_WHEN
#define AND_WHEN DOCTEST_AND_WHEN
#define THEN DOCTEST_THEN
#define AND_THEN DOCTEST_AND_THEN
#define TEST_SUITE DOCTEST_TEST_SUITE
#define TEST_SUITE_BEGIN DOCTEST_TEST_SUITE_BEGIN
#define TEST_SUITE_END DOCTEST_TEST_SUITE_END
#define TYPE_TO_STRING DOCTEST_TYPE_TO_STRING
#define CHECK DOCTEST_CHECK
#define CHECK_MESSAGE DOCTEST_CHECK_MESSAGE
#define CHECK_FALSE DOCTEST_CHECK_FALSE
#define CHECK_UNARY DOCTEST_CHECK_UNARY
#define CHECK_UNARY_FALSE DOCTEST_CHECK_UNARY_FALSE
#define CHECK_FALSE_MESSAGE DOCTEST_CHECK_FALSE_MESSAGE
#define CHECK_EQ DOCTEST_CHECK_EQ
#define CHECK_NE DOCTEST_CHECK_NE
#define CHECK_LT DOCTEST_CHECK_LT
#define CHECK_LE DOCTEST_CHECK_LE
#define CHECK_GT DOCTEST_CHECK_GT
#define CHECK_GE DOCTEST_CHECK_GE
#define CHECK_THROWS DOCTEST_CHECK_THROWS
#define CHECK_THROWS_AS DOCTEST_CHECK_THROWS_AS
#define CHECK_THROWS_WITH DOCTEST_CHECK_THROWS_WITH
#define CHECK_NOTHROW DOCTEST_CHECK_NOTHROW
#define REQUIRE DOCTEST_REQUIRE
#define REQUIRE_MESSAGE DOCTEST_REQUIRE_MESSAGE
#define REQUIRE_FALSE DOCTEST_REQUIRE_FALSE
#define REQUIRE_UNARY DOCTEST_REQUIRE_UNARY
#define REQUIRE_UNARY_FALSE DOCTEST_REQUIRE_UNARY_FALSE
#define REQUIRE_FALSE_MESSAGE DOCTEST_REQUIRE_FALSE_MESSAGE
#define REQUIRE_EQ DOCTEST_REQUIRE_EQ
#define REQUIRE_NE DOCTEST_REQUIRE_NE
#define REQUIRE_LT DOCTEST_REQUIRE_LT
#define REQUIRE_LE DOCTEST_REQUIRE_LE
#define REQUIRE_GT DOCTEST_REQUIRE_GT
#define REQUIRE_GE DOCTEST_REQUIRE_GE
#define REQUIRE_THROWS DOCTEST_REQUIRE_THROWS
#define REQUIRE_THROWS_AS DOCTEST_REQUIRE_THROWS_AS
#define REQUIRE_THROWS_WITH DOCTEST_REQUIRE_THROWS_WITH
#define REQUIRE_NOTHROW DOCTEST_REQUIRE_NOTHROW
#define WARN DOCTEST_WARN
#define WARN_FALSE DOCTEST_WARN_FALSE
#define WARN_UNARY DOCTEST_WARN_UNARY
#define WARN_EQ DOCTEST_WARN_EQ
#define WARN_NE DOCTEST_WARN_NE
#define FAIL DOCTEST_FAIL
#define FAIL_CHECK DOCTEST_FAIL_CHECK
#define INFO DOCTEST_INFO
#define CAPTURE DOCTEST_CAPTURE
#define MESSAGE DOCTEST_MESSAGE
#endif

#endif
