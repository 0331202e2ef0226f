#ifndef GOOGLETEST_INCLUDE_GTEST_GTEST_PROD_H_
#define GOOGLETEST_INCLUDE_GTEST_GTEST_PROD_H_
#define FRIEND_TEST(suite, name) friend class suite##_##name##_Test
#endif
