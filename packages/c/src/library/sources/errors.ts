/** The exceptions of libstdc++ that are compiled into it, and the functions by which its headers throw them. */
export const ERRORS = String.raw`
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

extern "C" void *__fp_allocate(__SIZE_TYPE__);

namespace {
const char *copied(const char *text, std::size_t length) {
  char *copy = static_cast<char *>(__fp_allocate(length + 1));
  std::memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}
const char *copied(const char *text) { return copied(text, std::strlen(text)); }
} // namespace

namespace std {

/* Messages are copied: they are short. */
__cow_string::__cow_string() : _M_p(copied("")) {}
__cow_string::__cow_string(const std::string &text) : _M_p(copied(text.data(), text.size())) {}
__cow_string::__cow_string(const char *text, size_t length) : _M_p(copied(text, length)) {}
__cow_string::__cow_string(const __cow_string &other) noexcept : _M_p(copied(other._M_p)) {}
__cow_string::__cow_string(__cow_string &&other) noexcept : _M_p(other._M_p) { other._M_p = nullptr; }
__cow_string &__cow_string::operator=(const __cow_string &other) noexcept {
  const char *copy = copied(other._M_p);
  free(const_cast<char *>(_M_p));
  _M_p = copy;
  return *this;
}
__cow_string &__cow_string::operator=(__cow_string &&other) noexcept {
  const char *given = other._M_p;
  other._M_p = _M_p;
  _M_p = given;
  return *this;
}
__cow_string::~__cow_string() { free(const_cast<char *>(_M_p)); }

#define ROOT(error)                                                                       \
  error::error(const string &text) : _M_msg(text) {}                                      \
  error::error(const char *text) : _M_msg(text, strlen(text)) {}                          \
  error::error(const error &other) noexcept = default;                                    \
  error::error(error &&other) noexcept = default;                                         \
  error &error::operator=(const error &other) noexcept = default;                         \
  error &error::operator=(error &&other) noexcept = default;                              \
  error::~error() noexcept {}                                                             \
  const char *error::what() const noexcept { return _M_msg._M_p; }
#define ERROR(error, base)                                                                \
  error::error(const string &text) : base(text) {}                                        \
  error::error(const char *text) : base(text) {}                                          \
  error::~error() noexcept {}
ROOT(logic_error)
ROOT(runtime_error)
ERROR(domain_error, logic_error)
ERROR(invalid_argument, logic_error)
ERROR(length_error, logic_error)
ERROR(out_of_range, logic_error)
ERROR(range_error, runtime_error)
ERROR(overflow_error, runtime_error)
ERROR(underflow_error, runtime_error)

bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

/* Error codes. */
inline namespace _V2 {
error_category::~error_category() {}
error_condition error_category::default_error_condition(int code) const noexcept { return {code, *this}; }
bool error_category::equivalent(int code, const error_condition &condition) const noexcept {
  return default_error_condition(code) == condition;
}
bool error_category::equivalent(const error_code &code, int condition) const noexcept {
  return *this == code.category() && code.value() == condition;
}
} // namespace _V2
__cow_string error_category::_M_message(int code) const { return __cow_string(message(code)); }
error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}
system_error::~system_error() noexcept {}

namespace {
struct SystemCategory : error_category {
  const char *given;
  constexpr SystemCategory(const char *name) : given(name) {}
  const char *name() const noexcept override { return given; }
  string message(int code) const override { return strerror(code); }
  error_condition default_error_condition(int code) const noexcept override { return {code, generic_category()}; }
};
struct FutureCategory : error_category {
  const char *name() const noexcept override { return "future"; }
  string message(int code) const override {
    switch (static_cast<future_errc>(code)) {
    case future_errc::future_already_retrieved: return "Future already retrieved";
    case future_errc::promise_already_satisfied: return "Promise already satisfied";
    case future_errc::no_state: return "No associated state";
    case future_errc::broken_promise: return "Broken promise";
    default: return "Unknown error";
    }
  }
};
/* Made by the compiler: nothing runs at the start, nor at the end. */
template <class T> union Eternal {
  T value;
  template <class... A> constexpr Eternal(A... a) : value(a...) {}
  ~Eternal() {}
};
Eternal<SystemCategory> genericErrors("generic"), systemErrors("system");
Eternal<FutureCategory> futureErrors;
} // namespace

inline namespace _V2 {
const error_category &generic_category() noexcept { return genericErrors.value; }
const error_category &system_category() noexcept { return systemErrors.value; }
} // namespace _V2
const error_category &future_category() noexcept { return futureErrors.value; }
future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }

/* What headers call. */
void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char *text) { throw logic_error(text); }
void __throw_domain_error(const char *text) { throw domain_error(text); }
void __throw_invalid_argument(const char *text) { throw invalid_argument(text); }
void __throw_length_error(const char *text) { throw length_error(text); }
void __throw_out_of_range(const char *text) { throw out_of_range(text); }
void __throw_runtime_error(const char *text) { throw runtime_error(text); }
void __throw_range_error(const char *text) { throw range_error(text); }
void __throw_overflow_error(const char *text) { throw overflow_error(text); }
void __throw_underflow_error(const char *text) { throw underflow_error(text); }
void __throw_system_error(int code) { throw system_error(error_code(code, generic_category())); }
void __throw_future_error(int code) { throw future_error(make_error_code(future_errc(code))); }
void __throw_out_of_range_fmt(const char *format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw out_of_range(text);
}

} // namespace std
`;
