// What Catch2 and doctest have in common.
#ifndef FENCEPOST_EXPRESSIONS_HPP
#define FENCEPOST_EXPRESSIONS_HPP
#pragma GCC system_header

#include <cmath>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

#include "test-cases.hpp"

namespace fencepost {

// A number that may differ a little.
class Approx {
public:
  explicit Approx(double value) : value(value) {}
  Approx operator()(double other) const { return Approx(*this, other); }
  Approx &epsilon(double part) { return relative = part, *this; }
  Approx &margin(double most) { return absolute = most, *this; }
  Approx &scale(double by) { return scaled = by, *this; }
  bool equals(double other) const {
    return std::fabs(other - value) <= absolute ||
           std::fabs(other - value) <= relative * (scaled + std::fmax(std::fabs(value), std::fabs(other)));
  }
  friend bool operator==(double a, const Approx &b) { return b.equals(a); }
  friend bool operator==(const Approx &a, double b) { return a.equals(b); }
  friend bool operator!=(double a, const Approx &b) { return !b.equals(a); }
  friend bool operator!=(const Approx &a, double b) { return !a.equals(b); }
  friend bool operator<=(double a, const Approx &b) { return a < b.value || b.equals(a); }
  friend bool operator>=(double a, const Approx &b) { return a > b.value || b.equals(a); }

private:
  Approx(const Approx &like, double value) : Approx(like) { this->value = value; }
  double value;
  double relative = 1.2e-5;
  double absolute = 0;
  double scaled = 0;
};

// A test case for each type of a list.
template <template <class> class Case, class... Ts> struct Typed {
  static void visit(const Source &source, Visitor &visitor) {
    // What comes before and after a type, and the types, follow the name.
    const char *before = after(source.name), *behind = after(before), *types = after(behind);
    std::size_t index = 0;
    const int each[] = {0, (visitor({source.name, before, Word(types, index++).text, behind, "", "", ""}, source.disabled)
                                ? run<Case<Ts>>()
                                : void(),
                            0)...};
    (void)each;
  }
  static const char *after(const char *text) { return text + std::strlen(text) + 1; }
  template <class One> static void run() {
    Level level;
    One().body();
  }
};

} // namespace fencepost

#define FENCEPOST_SECTION_(name) if (::fencepost::Section name{})
#define FENCEPOST_SECTION() FENCEPOST_SECTION_(FENCEPOST_UNIQUE(fencepost_section))

// `hidden` is an expression.
#define FENCEPOST_CASE_(function, name, hidden) \
  static void function(); \
  static ::fencepost::Source FENCEPOST_JOIN(function, _source) = {&::fencepost::visitWithSections, name, hidden, \
                                                                  &function, nullptr}; \
  static const int FENCEPOST_JOIN(function, _added) __attribute__((unused)) = \
      ::fencepost::add(FENCEPOST_JOIN(function, _source)); \
  static void function()
#define FENCEPOST_CASE(name, hidden) FENCEPOST_CASE_(FENCEPOST_UNIQUE(fencepost_case), name, hidden)

#define FENCEPOST_CASE_OF_(function, fixture, name, hidden) \
  struct function : fixture { \
    void body(); \
    static void run() { function().body(); } \
  }; \
  static ::fencepost::Source FENCEPOST_JOIN(function, _source) = {&::fencepost::visitWithSections, name, hidden, \
                                                                  &function::run, nullptr}; \
  static const int FENCEPOST_JOIN(function, _added) __attribute__((unused)) = \
      ::fencepost::add(FENCEPOST_JOIN(function, _source)); \
  void function::body()
#define FENCEPOST_CASE_OF(fixture, name, hidden) \
  FENCEPOST_CASE_OF_(FENCEPOST_UNIQUE(fencepost_case), fixture, name, hidden)

#define FENCEPOST_TYPED_CASE_(class_, type, name, hidden, ...) \
  template <class type> struct class_ { void body(); }; \
  static ::fencepost::Source FENCEPOST_JOIN(class_, _source) = { \
      &::fencepost::Typed<class_, __VA_ARGS__>::visit, name "\0" #__VA_ARGS__, hidden, nullptr, nullptr}; \
  static const int FENCEPOST_JOIN(class_, _added) __attribute__((unused)) = \
      ::fencepost::add(FENCEPOST_JOIN(class_, _source)); \
  template <class type> void class_<type>::body()
#define FENCEPOST_TYPED_CASE(type, name, hidden, ...) \
  FENCEPOST_TYPED_CASE_(FENCEPOST_UNIQUE(fencepost_case), type, name, hidden, __VA_ARGS__)

#if __cpp_exceptions
#define FENCEPOST_THROWS(text, caught, ...) \
  FENCEPOST_CHECK(text, [&] { try { static_cast<void>(__VA_ARGS__); } catch (caught) { return true; } return false; }())
#define FENCEPOST_NOTHROW(text, ...) \
  FENCEPOST_CHECK(text, [&] { try { static_cast<void>(__VA_ARGS__); } catch (...) { return false; } return true; }())
#define FENCEPOST_THROWS_WITH(text, message, ...) \
  FENCEPOST_CHECK(text, [&] { \
    try { static_cast<void>(__VA_ARGS__); } \
    catch (const std::exception &error) { return ::std::string(error.what()) == (message); } \
    catch (const ::std::string &error) { return error == (message); } \
    catch (const char *error) { return ::std::string(error) == (message); } \
    return false; \
  }())
#endif

#endif
