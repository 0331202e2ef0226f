/**
 * The runtime of C++ exceptions (Itanium C++ ABI, part II), without the unwinder: the IR pass makes calls return while
 * an exception is pending (ir/rewrite/unwinding.ts), and landing pads call this runtime to check whether a type handles
 * it.
 *
 * One object can be thrown several times; with `std::rethrow_exception` even at the same time in several threads. So
 * the value that unwinds is a `Throw`, not the object.
 */
export const EXCEPTIONS = String.raw`
#include <cxxabi.h>
#include <exception>
#include <new>
#include <typeinfo>

extern "C" void free(void *);
/* Implemented outside of the program: runtime/exceptions.ts. */
extern "C" void *__fp_allocate(__SIZE_TYPE__);
extern "C" int __fp_unwinds();
extern "C" [[noreturn]] void __fp_raise(void *thrown);
extern "C" [[noreturn]] void __fp_terminate(void *thrown, const char *type, const char *what, const char *why);

namespace fp {

struct Exception { // lies before the object
  std::type_info *type;
  void (*destroy)(void *);
  long references;
  long unused;
};

struct Throw {
  void *object;
  void *adjusted; // the object as the handler sees it
  Throw *outer;   // handled when this one was caught
  long handlers;  // negative: thrown again
};

inline Exception *of(void *object) { return static_cast<Exception *>(object) - 1; }

/* The thread ends: what pthread_exit throws. */
Throw *const FORCED = reinterpret_cast<Throw *>(1);
thread_local Throw forced;
thread_local Throw *caught;
thread_local int uncaught;
/* Nothing handles it. */
thread_local Throw *unhandled;
std::terminate_handler onTerminate;

/* Of runtime types: library/sources/types.ts. */
bool handles(const std::type_info *type, const std::type_info *thrown, void **object);

inline void retain(void *object) { __atomic_add_fetch(&of(object)->references, 1, __ATOMIC_RELAXED); }

void release(void *object) {
  Exception *exception = of(object);
  if (__atomic_sub_fetch(&exception->references, 1, __ATOMIC_ACQ_REL) != 0) return;
  if (exception->destroy != nullptr) exception->destroy(object);
  free(exception);
}

[[noreturn]] void raise(Throw *thrown) {
  uncaught++;
  if (!__fp_unwinds()) {
    unhandled = thrown;
    std::terminate();
  }
  __fp_raise(thrown);
}

[[noreturn]] void throwObject(void *object) { raise(new (__fp_allocate(sizeof(Throw))) Throw{object, object, nullptr, 0}); }

[[noreturn]] void report(const char *why) {
  Throw *thrown = caught != nullptr ? caught : unhandled;
  /* A destructor has called it, as that of a joinable thread does. */
  if (thrown == nullptr && uncaught > 0 && why == nullptr) why = "called while an exception is on its way to its handler";
  bool isEnd = thrown == &forced;
  if (isEnd && why == nullptr) why = "the thread ends in a function that is noexcept";
  if (thrown == nullptr || isEnd) __fp_terminate(isEnd ? FORCED : nullptr, nullptr, nullptr, why);
  const std::type_info *type = of(thrown->object)->type;
  void *object = thrown->object;
  const char *what = nullptr;
  if (handles(&typeid(std::exception), type, &object)) what = static_cast<std::exception *>(object)->what();
  __fp_terminate(thrown, type->name(), what, why);
}

} // namespace fp

using namespace fp;

/* Called by landing pads: the number of the type if it handles what is thrown, and no earlier one did. */
extern "C" int __fp_match(Throw *thrown, const std::type_info *type, int earlier) {
  if (earlier != 0) return earlier;
  if (type == nullptr) {
    if (thrown != FORCED) thrown->adjusted = thrown->object;
    return 1;
  }
  int number = static_cast<int>(reinterpret_cast<__UINTPTR_TYPE__>(type));
  if (thrown == FORCED) return *type == typeid(abi::__forced_unwind) ? number : 0;
  void *object = thrown->object;
  if (!handles(type, of(object)->type, &object)) return 0;
  thrown->adjusted = object;
  return number;
}

/* Called where nothing handles an exception. */
extern "C" void __fp_uncaught(unsigned long long thrown) {
  abi::__cxa_begin_catch(reinterpret_cast<void *>(static_cast<__UINTPTR_TYPE__>(thrown)));
  std::terminate();
}

namespace __cxxabiv1 {
extern "C" {

void *__cxa_allocate_exception(__SIZE_TYPE__ size) noexcept {
  auto *exception = static_cast<Exception *>(__fp_allocate(sizeof(Exception) + size));
  exception->references = 1;
  return exception + 1;
}

void __cxa_free_exception(void *object) noexcept { free(of(object)); }

__cxa_refcounted_exception *__cxa_init_primary_exception(void *object, std::type_info *type,
                                                         void (*destroy)(void *)) noexcept {
  of(object)->type = type;
  of(object)->destroy = destroy;
  of(object)->references = 0;
  return nullptr;
}

void __cxa_throw(void *object, std::type_info *type, void (*destroy)(void *)) {
  of(object)->type = type;
  of(object)->destroy = destroy;
  throwObject(object);
}

void *__cxa_get_exception_ptr(void *thrown) noexcept { return static_cast<Throw *>(thrown)->adjusted; }

void *__cxa_begin_catch(void *unwinding) noexcept {
  Throw *thrown = unwinding == FORCED ? &forced : static_cast<Throw *>(unwinding);
  if (thrown != &forced) uncaught--;
  thrown->handlers = (thrown->handlers < 0 ? -thrown->handlers : thrown->handlers) + 1;
  if (caught != thrown) {
    thrown->outer = caught;
    caught = thrown;
  }
  return thrown->adjusted;
}

void __cxa_end_catch() {
  Throw *thrown = caught;
  if (thrown == nullptr) return;
  if (thrown->handlers < 0) {
    if (++thrown->handlers == 0) caught = thrown->outer;
    return;
  }
  if (--thrown->handlers != 0) return;
  if (thrown == &forced) report("the end of a thread is caught and not thrown again");
  caught = thrown->outer;
  void *object = thrown->object;
  free(thrown);
  release(object);
}

void __cxa_rethrow() {
  Throw *thrown = caught;
  if (thrown == nullptr) std::terminate();
  thrown->handlers = -thrown->handlers;
  if (thrown == &forced) __fp_raise(FORCED);
  raise(thrown);
}

void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
void __cxa_throw_bad_array_length() { throw std::bad_array_new_length(); }

void __cxa_call_unexpected(void *unwinding) {
  __cxa_begin_catch(unwinding);
  report("an exception that its specification excludes leaves a function");
}

std::type_info *__cxa_current_exception_type() noexcept {
  return caught == nullptr || caught == &forced ? nullptr : of(caught->object)->type;
}

} // extern "C"
__forced_unwind::~__forced_unwind() noexcept {}
__foreign_exception::~__foreign_exception() noexcept {}
} // namespace __cxxabiv1

namespace std {

void terminate() noexcept {
  if (onTerminate != nullptr) {
    onTerminate();
    __fp_terminate(nullptr, nullptr, nullptr, "the handler returns");
  }
  report(nullptr);
}

terminate_handler set_terminate(terminate_handler handler) noexcept {
  return __atomic_exchange_n(&onTerminate, handler, __ATOMIC_ACQ_REL);
}
terminate_handler get_terminate() noexcept { return __atomic_load_n(&onTerminate, __ATOMIC_ACQUIRE); }

bool uncaught_exception() noexcept { return uncaught > 0; }
int uncaught_exceptions() noexcept { return uncaught; }

exception_ptr current_exception() noexcept {
  return caught == nullptr || caught == &forced ? exception_ptr() : __exception_ptr::exception_ptr(caught->object);
}
void rethrow_exception(exception_ptr pointer) {
  void *object = reinterpret_cast<void *&>(pointer);
  if (object == nullptr) terminate();
  retain(object);
  throwObject(object);
}

namespace __exception_ptr {
exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) { _M_addref(); }
void exception_ptr::_M_addref() noexcept { if (_M_exception_object != nullptr) retain(_M_exception_object); }
void exception_ptr::_M_release() noexcept {
  if (_M_exception_object == nullptr) return;
  void *object = _M_exception_object;
  _M_exception_object = nullptr;
  release(object);
}
void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }
const type_info *exception_ptr::__cxa_exception_type() const noexcept {
  return _M_exception_object == nullptr ? nullptr : of(_M_exception_object)->type;
}
} // namespace __exception_ptr

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }
nested_exception::~nested_exception() noexcept {}

} // namespace std
`;
