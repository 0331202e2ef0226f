// References counted by hand, captured by two threads: the last owner, either thread, destroys the object.
#include <atomic>
#include <cassert>
#include <thread>
#include <utility>

#ifdef RELAXED
constexpr auto ORDER = std::memory_order_relaxed;
#else
constexpr auto ORDER = std::memory_order_acq_rel;
#endif

struct Object {
  std::atomic<int> references{0};
  int a = 0, b = 0;
  virtual ~Object() { assert(a == 1 && b == 1); }
};

class Ref {
public:
  explicit Ref(Object *object) : object_(object) { object_->references.fetch_add(1, std::memory_order_relaxed); }
  Ref(const Ref &other) : Ref(other.object_) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  ~Ref() {
    if (object_ != nullptr && object_->references.fetch_sub(1, ORDER) == 1) delete object_;
  }
  Object *operator->() const { return object_; }

private:
  Object *object_;
};

int main() {
  Ref ref(new Object);
  std::thread one([ref]() mutable { ref->a = 1; });
  std::thread two([ref]() mutable { ref->b = 1; });
  { Ref last(std::move(ref)); }
  one.join();
  two.join();
}
