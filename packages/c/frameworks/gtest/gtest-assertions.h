// Assertions of GoogleTest. Their operands are evaluated where they stand, so that accesses have the lines of the test.
#ifndef FENCEPOST_GTEST_ASSERTIONS_H
#define FENCEPOST_GTEST_ASSERTIONS_H
#pragma GCC system_header

// What follows with << is ignored.
#define FENCEPOST_GTEST_CHECK(text, ...) \
  switch (0) case 0: default: if (__VA_ARGS__) {} else __fp_check_failed(text), ::fencepost::Ignored()
#define FENCEPOST_GTEST_THROWS(text, type, ...) \
  switch (0) case 0: default: if ([&] { try { __VA_ARGS__; } catch (type) { return true; } return false; }()) {} \
  else __fp_check_failed(text), ::fencepost::Ignored()

#define EXPECT_EQ(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_EQ(" #a ", " #b ")", (a) == (b))
#define ASSERT_EQ(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_EQ(" #a ", " #b ")", (a) == (b))
#define EXPECT_NE(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_NE(" #a ", " #b ")", (a) != (b))
#define ASSERT_NE(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_NE(" #a ", " #b ")", (a) != (b))
#define EXPECT_LT(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_LT(" #a ", " #b ")", (a) < (b))
#define ASSERT_LT(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_LT(" #a ", " #b ")", (a) < (b))
#define EXPECT_LE(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_LE(" #a ", " #b ")", (a) <= (b))
#define ASSERT_LE(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_LE(" #a ", " #b ")", (a) <= (b))
#define EXPECT_GT(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_GT(" #a ", " #b ")", (a) > (b))
#define ASSERT_GT(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_GT(" #a ", " #b ")", (a) > (b))
#define EXPECT_GE(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_GE(" #a ", " #b ")", (a) >= (b))
#define ASSERT_GE(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_GE(" #a ", " #b ")", (a) >= (b))
#define EXPECT_STREQ(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_STREQ(" #a ", " #b ")", ::fencepost::same(a, b))
#define ASSERT_STREQ(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_STREQ(" #a ", " #b ")", ::fencepost::same(a, b))
#define EXPECT_STRNE(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_STRNE(" #a ", " #b ")", !::fencepost::same(a, b))
#define ASSERT_STRNE(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_STRNE(" #a ", " #b ")", !::fencepost::same(a, b))
#define EXPECT_STRCASEEQ(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_STRCASEEQ(" #a ", " #b ")", ::fencepost::sameCase(a, b))
#define ASSERT_STRCASEEQ(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_STRCASEEQ(" #a ", " #b ")", ::fencepost::sameCase(a, b))
#define EXPECT_STRCASENE(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_STRCASENE(" #a ", " #b ")", !::fencepost::sameCase(a, b))
#define ASSERT_STRCASENE(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_STRCASENE(" #a ", " #b ")", !::fencepost::sameCase(a, b))
#define EXPECT_FLOAT_EQ(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_FLOAT_EQ(" #a ", " #b ")", ::fencepost::almost<float>(a, b))
#define ASSERT_FLOAT_EQ(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_FLOAT_EQ(" #a ", " #b ")", ::fencepost::almost<float>(a, b))
#define EXPECT_DOUBLE_EQ(a, b) \
  FENCEPOST_GTEST_CHECK("EXPECT_DOUBLE_EQ(" #a ", " #b ")", ::fencepost::almost<double>(a, b))
#define ASSERT_DOUBLE_EQ(a, b) \
  FENCEPOST_GTEST_CHECK("ASSERT_DOUBLE_EQ(" #a ", " #b ")", ::fencepost::almost<double>(a, b))
#define EXPECT_NEAR(a, b, error) \
  FENCEPOST_GTEST_CHECK("EXPECT_NEAR(" #a ", " #b ", " #error ")", ::fencepost::near(a, b, error))
#define ASSERT_NEAR(a, b, error) \
  FENCEPOST_GTEST_CHECK("ASSERT_NEAR(" #a ", " #b ", " #error ")", ::fencepost::near(a, b, error))
#define EXPECT_TRUE(...) FENCEPOST_GTEST_CHECK("EXPECT_TRUE(" #__VA_ARGS__ ")", static_cast<bool>(__VA_ARGS__))
#define EXPECT_FALSE(...) FENCEPOST_GTEST_CHECK("EXPECT_FALSE(" #__VA_ARGS__ ")", !static_cast<bool>(__VA_ARGS__))
#define EXPECT_PRED1(predicate, v1) FENCEPOST_GTEST_CHECK("EXPECT_PRED1(" #predicate ", " #v1 ")", predicate(v1))
#define EXPECT_PRED2(predicate, v1, v2) FENCEPOST_GTEST_CHECK("EXPECT_PRED2(" #predicate ", " #v1 ", " #v2 ")", predicate(v1, v2))
#define EXPECT_PRED3(predicate, v1, v2, v3) FENCEPOST_GTEST_CHECK("EXPECT_PRED3(" #predicate ", " #v1 ", " #v2 ", " #v3 ")", predicate(v1, v2, v3))
#define EXPECT_PRED4(predicate, v1, v2, v3, v4) FENCEPOST_GTEST_CHECK("EXPECT_PRED4(" #predicate ", " #v1 ", " #v2 ", " #v3 ", " #v4 ")", predicate(v1, v2, v3, v4))
#define EXPECT_PRED5(predicate, v1, v2, v3, v4, v5) FENCEPOST_GTEST_CHECK("EXPECT_PRED5(" #predicate ", " #v1 ", " #v2 ", " #v3 ", " #v4 ", " #v5 ")", predicate(v1, v2, v3, v4, v5))
#define ASSERT_TRUE(...) FENCEPOST_GTEST_CHECK("ASSERT_TRUE(" #__VA_ARGS__ ")", static_cast<bool>(__VA_ARGS__))
#define ASSERT_FALSE(...) FENCEPOST_GTEST_CHECK("ASSERT_FALSE(" #__VA_ARGS__ ")", !static_cast<bool>(__VA_ARGS__))
#define ASSERT_PRED1(predicate, v1) FENCEPOST_GTEST_CHECK("ASSERT_PRED1(" #predicate ", " #v1 ")", predicate(v1))
#define ASSERT_PRED2(predicate, v1, v2) FENCEPOST_GTEST_CHECK("ASSERT_PRED2(" #predicate ", " #v1 ", " #v2 ")", predicate(v1, v2))
#define ASSERT_PRED3(predicate, v1, v2, v3) FENCEPOST_GTEST_CHECK("ASSERT_PRED3(" #predicate ", " #v1 ", " #v2 ", " #v3 ")", predicate(v1, v2, v3))
#define ASSERT_PRED4(predicate, v1, v2, v3, v4) FENCEPOST_GTEST_CHECK("ASSERT_PRED4(" #predicate ", " #v1 ", " #v2 ", " #v3 ", " #v4 ")", predicate(v1, v2, v3, v4))
#define ASSERT_PRED5(predicate, v1, v2, v3, v4, v5) FENCEPOST_GTEST_CHECK("ASSERT_PRED5(" #predicate ", " #v1 ", " #v2 ", " #v3 ", " #v4 ", " #v5 ")", predicate(v1, v2, v3, v4, v5))

#if __cpp_exceptions
#define EXPECT_THROW(statement, type) \
  FENCEPOST_GTEST_THROWS("EXPECT_THROW(" #statement ", " #type ")", type const &, statement)
#define EXPECT_ANY_THROW(statement) FENCEPOST_GTEST_THROWS("EXPECT_ANY_THROW(" #statement ")", ..., statement)
#define EXPECT_NO_THROW(statement) \
  switch (0) case 0: default: if ([&] { try { statement; } catch (...) { return false; } return true; }()) {} \
  else __fp_check_failed("EXPECT_NO_THROW(" #statement ")"), ::fencepost::Ignored()
#define ASSERT_THROW(statement, type) \
  FENCEPOST_GTEST_THROWS("ASSERT_THROW(" #statement ", " #type ")", type const &, statement)
#define ASSERT_ANY_THROW(statement) FENCEPOST_GTEST_THROWS("ASSERT_ANY_THROW(" #statement ")", ..., statement)
#define ASSERT_NO_THROW(statement) \
  switch (0) case 0: default: if ([&] { try { statement; } catch (...) { return false; } return true; }()) {} \
  else __fp_check_failed("ASSERT_NO_THROW(" #statement ")"), ::fencepost::Ignored()
#endif

#define FAIL() FENCEPOST_GTEST_CHECK("FAIL()", false)
#define GTEST_FAIL() FAIL()
#define ADD_FAILURE() FENCEPOST_GTEST_CHECK("ADD_FAILURE()", false)
#define ADD_FAILURE_AT(file, line) ADD_FAILURE()
#define SUCCEED() ::fencepost::Ignored()
#define GTEST_SUCCEED() SUCCEED()
#define GTEST_SKIP() return ::fencepost::Returned() = ::fencepost::Ignored()
#define SCOPED_TRACE(message) static_assert(true, "")
#define ASSERT_NO_FATAL_FAILURE(statement) statement
#define EXPECT_NO_FATAL_FAILURE(statement) statement

// The end of a process, and failures that are wanted, are not for a check.
#define FENCEPOST_GTEST_DEATH(name) switch (0) case 0: default: __fp_not_supported(name), ::fencepost::Ignored()
#define EXPECT_DEATH(...) FENCEPOST_GTEST_DEATH("EXPECT_DEATH")
#define EXPECT_DEATH_IF_SUPPORTED(...) FENCEPOST_GTEST_DEATH("EXPECT_DEATH")
#define EXPECT_EXIT(...) FENCEPOST_GTEST_DEATH("EXPECT_EXIT")
#define ASSERT_DEATH(...) FENCEPOST_GTEST_DEATH("ASSERT_DEATH")
#define ASSERT_DEATH_IF_SUPPORTED(...) FENCEPOST_GTEST_DEATH("ASSERT_DEATH")
#define ASSERT_EXIT(...) FENCEPOST_GTEST_DEATH("ASSERT_EXIT")

namespace fencepost {
struct Returned {
  void operator=(const Ignored &) const {}
};
} // namespace fencepost

#endif
