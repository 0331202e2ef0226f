// Stands in for GoogleTest: the same macros, but an assertion is a check of ours, and an execution runs one test.
#ifndef GOOGLETEST_INCLUDE_GTEST_GTEST_H_
#define GOOGLETEST_INCLUDE_GTEST_GTEST_H_
#define GTEST_INCLUDE_GTEST_GTEST_H_
#pragma GCC system_header

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <strings.h>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "../fencepost/test-cases.hpp"
#include "gtest_prod.h"

namespace testing {

class Test {
public:
  virtual ~Test() {}
  static void SetUpTestSuite() {}
  static void TearDownTestSuite() {}
  static void SetUpTestCase() {}
  static void TearDownTestCase() {}
  static bool HasFatalFailure() { return false; }
  static bool HasNonfatalFailure() { return false; }
  static bool HasFailure() { return false; }
  static bool IsSkipped() { return false; }
  template <class T> static void RecordProperty(const std::string &, const T &) {}
  template <class T> static void FencepostRun() {
    T::SetUpTestCase();
    T::SetUpTestSuite();
    {
      T fixture;
      Test &test = fixture;
      test.SetUp();
      test.TestBody();
      test.TearDown();
    }
    T::TearDownTestSuite();
    T::TearDownTestCase();
  }

protected:
  virtual void SetUp() {}
  virtual void TearDown() {}

private:
  virtual void TestBody() = 0;
};

template <class T> class WithParamInterface {
public:
  typedef T ParamType;
  virtual ~WithParamInterface() {}
  static const T &GetParam() { return *parameter(); }
  static const T *&parameter() {
    static const T *current = nullptr;
    return current;
  }
};
template <class T> class TestWithParam : public Test, public WithParamInterface<T> {};

template <class T> struct TestParamInfo {
  TestParamInfo(const T &param, std::size_t index) : param(param), index(index) {}
  T param;
  std::size_t index;
};

class Environment {
public:
  virtual ~Environment() {}
  virtual void SetUp() {}
  virtual void TearDown() {}
};
// Its SetUp is done at once.
inline Environment *AddGlobalTestEnvironment(Environment *environment) {
  if (__fp_selected_test() >= 0) environment->SetUp();
  return environment;
}

template <class... Ts> void InitGoogleTest(Ts &&...) {}

class Message : public fencepost::Ignored {
public:
  template <class T> Message &operator<<(const T &) { return *this; }
};
class AssertionResult {
public:
  explicit AssertionResult(bool success) : success(success) {}
  template <class T> AssertionResult &operator<<(const T &) { return *this; }
  operator bool() const { return success; }
  const char *message() const { return ""; }
  const char *failure_message() const { return ""; }

private:
  bool success;
};
inline AssertionResult AssertionSuccess() { return AssertionResult(true); }
inline AssertionResult AssertionFailure() { return AssertionResult(false); }

// Types

template <class... Ts> struct Types {};

} // namespace testing

namespace fencepost {

// `Suite.Name`: either may say so.
inline bool isDisabled(const char *name) {
  return std::strncmp(name, "DISABLED_", 9) == 0 || std::strstr(name, ".DISABLED_") != nullptr;
}

inline void visitTest(const Source &source, Visitor &visitor) {
  if (visitor(source.name, isDisabled(source.name))) source.body();
}

// A suite with types: a test for each.
template <class T> struct AsTypes { typedef testing::Types<T> type; };
template <class... Ts> struct AsTypes<testing::Types<Ts...>> { typedef testing::Types<Ts...> type; };

template <template <class> class Test, class... Ts>
void visitTypes(const char *prefix, const char *suite, const char *name, Visitor &visitor, testing::Types<Ts...>) {
  std::size_t index = 0;
  const char *separator = *prefix == 0 ? "" : "/";
  const int each[] = {0, (visitor({prefix, separator, suite, "/", Digits(index++).text, ".", name},
                                  isDisabled(suite) || isDisabled(name))
                              ? testing::Test::FencepostRun<Test<Ts>>()
                              : void(),
                          0)...};
  (void)each;
}

// Templates of tests
template <template <class> class... Tests> struct Templates {};

template <template <class> class... Tests, class Types>
void visitTemplates(const char *prefix, const char *suite, const char *names, Visitor &visitor, Templates<Tests...>,
                    Types types) {
  std::size_t index = 0;
  const int each[] = {0, (visitTypes<Tests>(prefix, suite, Word(names, index++).text, visitor, types), 0)...};
  (void)each;
}

// Parameters

template <class T> using Values = std::vector<T>;

template <class Suite> struct Instance {
  typedef typename Suite::ParamType Param;
  const char *prefix;
  void (*make)(Values<Param> &values, std::function<std::string(const testing::TestParamInfo<Param> &)> &namer);
  Instance *next;
};
template <class Suite> struct ParamTest {
  const char *name;
  void (*body)();
  ParamTest *next;
};
template <class Suite> struct ParamSuite {
  static Instance<Suite> *instances;
  static ParamTest<Suite> *tests;
  static Source source;
  static void visit(const Source &, Visitor &visitor);
  template <class T> static int append(T *&list, T &entry) {
    if (list == nullptr && instances == nullptr && tests == nullptr) add(source);
    T **end = &list;
    while (*end != nullptr) end = &(*end)->next;
    *end = &entry;
    return 0;
  }
};
template <class Suite> Instance<Suite> *ParamSuite<Suite>::instances = nullptr;
template <class Suite> ParamTest<Suite> *ParamSuite<Suite>::tests = nullptr;
template <class Suite> Source ParamSuite<Suite>::source = {&ParamSuite<Suite>::visit, nullptr, false, nullptr, nullptr};

template <class Suite> void ParamSuite<Suite>::visit(const Source &, Visitor &visitor) {
  typedef typename Suite::ParamType Param;
  for (Instance<Suite> *instance = instances; instance != nullptr; instance = instance->next) {
    Values<Param> values;
    std::function<std::string(const testing::TestParamInfo<Param> &)> namer;
    instance->make(values, namer);
    for (ParamTest<Suite> *test = tests; test != nullptr; test = test->next) {
      for (std::size_t i = 0; i < values.size(); i++) {
        const Param value = values[i];
        const std::string given = namer ? namer(testing::TestParamInfo<Param>(value, i)) : std::string();
        const Digits digits(i);
        const char *suffix = given.empty() ? digits.text : given.c_str();
        if (!visitor({instance->prefix, *instance->prefix == 0 ? "" : "/", test->name, "/", suffix, "", ""},
                     isDisabled(instance->prefix) || isDisabled(test->name)))
          continue;
        Suite::parameter() = &value;
        test->body();
      }
    }
  }
}

template <class T> struct Range {
  T start, end, step;
  template <class Param> operator Values<Param>() const {
    Values<Param> values;
    for (T value = start; value < end; value = static_cast<T>(value + step)) values.push_back(Param(value));
    return values;
  }
};
template <class... Ts> struct Listed {
  std::tuple<Ts...> given;
  template <class Param> operator Values<Param>() const { return all<Param>(std::index_sequence_for<Ts...>()); }
  template <class Param, std::size_t... I> Values<Param> all(std::index_sequence<I...>) const {
    return Values<Param>{static_cast<Param>(std::get<I>(given))...};
  }
};
template <class T> struct Copied {
  std::vector<T> given;
  template <class Param> operator Values<Param>() const { return Values<Param>(given.begin(), given.end()); }
};
template <class... Gs> struct Combined {
  std::tuple<Gs...> generators;
  template <class... Ps> operator Values<std::tuple<Ps...>>() const {
    return all<Ps...>(std::index_sequence_for<Ps...>());
  }
  template <class... Ps, std::size_t... I> Values<std::tuple<Ps...>> all(std::index_sequence<I...>) const {
    const std::tuple<Values<Ps>...> lists(static_cast<Values<Ps>>(std::get<I>(generators))...);
    const std::size_t sizes[] = {std::get<I>(lists).size()...};
    std::size_t total = 1;
    for (std::size_t size : sizes) total *= size;
    Values<std::tuple<Ps...>> values;
    for (std::size_t number = 0; number < total; number++) {
      std::size_t at[sizeof...(Ps)], rest = number;
      for (std::size_t i = sizeof...(Ps); i-- > 0; rest /= sizes[i]) at[i] = rest % sizes[i];
      values.push_back(std::tuple<Ps...>(std::get<I>(lists)[at[I]]...));
    }
    return values;
  }
};

template <class Param, class Namer, class Generator>
void instantiate(Values<Param> &values, Namer &, const Generator &generator) {
  values = static_cast<Values<Param>>(generator);
}
template <class Param, class Namer, class Generator, class Given>
void instantiate(Values<Param> &values, Namer &namer, const Generator &generator, Given given) {
  values = static_cast<Values<Param>>(generator);
  namer = given;
}

inline bool near(double a, double b, double error) { return a == b || std::fabs(a - b) <= error; }
// Four units in the last place, as GoogleTest has it.
template <class T> bool almost(T a, T b) {
  return a == b || std::fabs(a - b) <= 4 * std::numeric_limits<T>::epsilon() * std::fmax(std::fabs(a), std::fabs(b));
}
inline bool same(const char *a, const char *b) { return a == nullptr || b == nullptr ? a == b : std::strcmp(a, b) == 0; }
inline bool sameCase(const char *a, const char *b) {
  return a == nullptr || b == nullptr ? a == b : strcasecmp(a, b) == 0;
}

} // namespace fencepost

namespace testing {
template <class T> fencepost::Range<T> Range(T start, T end, T step = T(1)) { return {start, end, step}; }
template <class... Ts> fencepost::Listed<Ts...> Values(Ts... values) { return {std::tuple<Ts...>(values...)}; }
inline fencepost::Listed<bool, bool> Bool() { return Values(false, true); }
template <class Container> fencepost::Copied<typename Container::value_type> ValuesIn(const Container &values) {
  return {{values.begin(), values.end()}};
}
template <class T, std::size_t N> fencepost::Copied<T> ValuesIn(const T (&values)[N]) { return {{values, values + N}}; }
template <class T> fencepost::Copied<T> ValuesIn(std::initializer_list<T> values) { return {{values}}; }
template <class... Gs> fencepost::Combined<Gs...> Combine(const Gs &...generators) {
  return {std::tuple<Gs...>(generators...)};
}
template <class Param> std::string PrintToString(const Param &) { return "value"; }
template <class A, class B> constexpr bool StaticAssertTypeEq() {
  static_assert(std::is_same<A, B>::value, "the types differ");
  return true;
}
} // namespace testing

inline int RUN_ALL_TESTS() { return fencepost::runTests(); }

// Tests

#define FENCEPOST_GTEST_CLASS(suite, name) suite##_##name##_Test
#define FENCEPOST_GTEST(suite, name, fixture) \
  class FENCEPOST_GTEST_CLASS(suite, name) : public fixture { \
    void TestBody() override; \
    friend class ::testing::Test; \
    static ::fencepost::Source source; \
    static const int added; \
  }; \
  ::fencepost::Source FENCEPOST_GTEST_CLASS(suite, name)::source = { \
      &::fencepost::visitTest, #suite "." #name, false, \
      &::testing::Test::FencepostRun<FENCEPOST_GTEST_CLASS(suite, name)>, nullptr}; \
  const int FENCEPOST_GTEST_CLASS(suite, name)::added = ::fencepost::add(FENCEPOST_GTEST_CLASS(suite, name)::source); \
  void FENCEPOST_GTEST_CLASS(suite, name)::TestBody()
#define GTEST_TEST(suite, name) FENCEPOST_GTEST(suite, name, ::testing::Test)
#define TEST(suite, name) GTEST_TEST(suite, name)
#define GTEST_TEST_F(fixture, name) FENCEPOST_GTEST(fixture, name, fixture)
#define TEST_F(fixture, name) GTEST_TEST_F(fixture, name)

#define TEST_P(suite, name) \
  class FENCEPOST_GTEST_CLASS(suite, name) : public suite { \
    void TestBody() override; \
    friend class ::testing::Test; \
    static ::fencepost::ParamTest<suite> entry; \
    static const int added; \
  }; \
  ::fencepost::ParamTest<suite> FENCEPOST_GTEST_CLASS(suite, name)::entry = { \
      #suite "." #name, &::testing::Test::FencepostRun<FENCEPOST_GTEST_CLASS(suite, name)>, nullptr}; \
  const int FENCEPOST_GTEST_CLASS(suite, name)::added = ::fencepost::ParamSuite<suite>::append( \
      ::fencepost::ParamSuite<suite>::tests, FENCEPOST_GTEST_CLASS(suite, name)::entry); \
  void FENCEPOST_GTEST_CLASS(suite, name)::TestBody()
#define INSTANTIATE_TEST_SUITE_P(prefix, suite, ...) \
  static void fencepost_make_##prefix##_##suite( \
      ::fencepost::Values<suite::ParamType> &values, \
      ::std::function<::std::string(const ::testing::TestParamInfo<suite::ParamType> &)> &namer) { \
    using namespace ::testing; \
    ::fencepost::instantiate<suite::ParamType>(values, namer, __VA_ARGS__); \
  } \
  static ::fencepost::Instance<suite> fencepost_instance_##prefix##_##suite = { \
      #prefix, &fencepost_make_##prefix##_##suite, nullptr}; \
  static const int fencepost_added_##prefix##_##suite __attribute__((unused)) = ::fencepost::ParamSuite<suite>::append( \
      ::fencepost::ParamSuite<suite>::instances, fencepost_instance_##prefix##_##suite)
#define INSTANTIATE_TEST_CASE_P INSTANTIATE_TEST_SUITE_P
#define GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(suite) static_assert(true, "")

#define TYPED_TEST_SUITE(suite, types, ...) typedef ::fencepost::AsTypes<types>::type fencepost_types_of_##suite
#define TYPED_TEST_CASE TYPED_TEST_SUITE
#define FENCEPOST_TYPED_CLASS(suite, class_) \
  template <class FencepostType> class class_ : public suite<FencepostType> { \
    typedef suite<FencepostType> TestFixture; \
    typedef FencepostType TypeParam; \
    void TestBody() override; \
    friend class ::testing::Test; \
  };
#define TYPED_TEST(suite, name) \
  FENCEPOST_TYPED_CLASS(suite, FENCEPOST_GTEST_CLASS(suite, name)) \
  static void fencepost_visit_##suite##_##name(const ::fencepost::Source &, ::fencepost::Visitor &visitor) { \
    ::fencepost::visitTypes<FENCEPOST_GTEST_CLASS(suite, name)>("", #suite, #name, visitor, \
                                                                fencepost_types_of_##suite()); \
  } \
  static ::fencepost::Source fencepost_source_##suite##_##name = {&fencepost_visit_##suite##_##name, #suite "." #name, \
                                                                  false, nullptr, nullptr}; \
  static const int fencepost_added_##suite##_##name __attribute__((unused)) = \
      ::fencepost::add(fencepost_source_##suite##_##name); \
  template <class FencepostType> void FENCEPOST_GTEST_CLASS(suite, name)<FencepostType>::TestBody()

#define TYPED_TEST_SUITE_P(suite) static_assert(true, "")
#define TYPED_TEST_CASE_P TYPED_TEST_SUITE_P
#define TYPED_TEST_P(suite, name) \
  namespace fencepost_tests_of_##suite { \
  FENCEPOST_TYPED_CLASS(suite, name) \
  } \
  template <class FencepostType> void fencepost_tests_of_##suite::name<FencepostType>::TestBody()
#define REGISTER_TYPED_TEST_SUITE_P(suite, ...) \
  namespace fencepost_tests_of_##suite { \
  typedef ::fencepost::Templates<__VA_ARGS__> fencepost_all; \
  } \
  static const char *const fencepost_names_of_##suite __attribute__((unused)) = #__VA_ARGS__
#define REGISTER_TYPED_TEST_CASE_P REGISTER_TYPED_TEST_SUITE_P
#define INSTANTIATE_TYPED_TEST_SUITE_P(prefix, suite, types, ...) \
  static void fencepost_visit_##prefix##_##suite(const ::fencepost::Source &, ::fencepost::Visitor &visitor) { \
    ::fencepost::visitTemplates(#prefix, #suite, fencepost_names_of_##suite, visitor, \
                                fencepost_tests_of_##suite::fencepost_all(), ::fencepost::AsTypes<types>::type()); \
  } \
  static ::fencepost::Source fencepost_source_##prefix##_##suite = {&fencepost_visit_##prefix##_##suite, #suite, false, \
                                                                    nullptr, nullptr}; \
  static const int fencepost_added_##prefix##_##suite __attribute__((unused)) = \
      ::fencepost::add(fencepost_source_##prefix##_##suite)
#define INSTANTIATE_TYPED_TEST_CASE_P INSTANTIATE_TYPED_TEST_SUITE_P

#include "gtest-assertions.h"

#endif
