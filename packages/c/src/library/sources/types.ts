/**
 * Run-time types of C++ (Itanium C++ ABI 2.9.5): finding the handler of a thrown object, and `dynamic_cast`. The
 * compiler describes types by objects whose first word shows their kind: it points into a table of virtual functions.
 * Here the tables are empty, as only their addresses matter.
 */
export const TYPES = String.raw`
#include <cxxabi.h>
#include <typeinfo>

extern "C" const void *const fp_fundamental[] asm("_ZTVN10__cxxabiv123__fundamental_type_infoE");
#define TABLE(name, symbol) \
  extern "C" const void *const name[8] asm(symbol); \
  extern "C" const void *const name[8] = {};
TABLE(fp_array, "_ZTVN10__cxxabiv117__array_type_infoE")
TABLE(fp_function, "_ZTVN10__cxxabiv120__function_type_infoE")
TABLE(fp_enum, "_ZTVN10__cxxabiv116__enum_type_infoE")
TABLE(fp_class, "_ZTVN10__cxxabiv117__class_type_infoE")
TABLE(fp_single, "_ZTVN10__cxxabiv120__si_class_type_infoE")
TABLE(fp_multiple, "_ZTVN10__cxxabiv121__vmi_class_type_infoE")
TABLE(fp_pointer, "_ZTVN10__cxxabiv119__pointer_type_infoE")
TABLE(fp_member, "_ZTVN10__cxxabiv129__pointer_to_member_type_infoE")

namespace fp {

struct Type {
  const void *const *kind;
  const char *name;
};
struct SingleBase : Type { const Type *base; };
struct Base {
  const Type *type;
  long flags; // the lowest byte: 1 is virtual, 2 is public; above it: the offset, or where the vtable has it
};
struct MultipleBases : Type {
  unsigned flags, count;
  Base bases[1];
};
struct Pointer : Type {
  unsigned flags; // qualifiers of the pointee: const, volatile, restrict; 0x40 noexcept
  const Type *pointee;
};
struct MemberPointer : Pointer { const Type *of; };

inline const Type *typeOf(const std::type_info *type) { return reinterpret_cast<const Type *>(type); }
inline bool is(const Type *type, const void *const *table) { return type->kind == table + 2; }

bool same(const Type *a, const Type *b) {
  if (a == b || a->name == b->name) return true;
  if (a->name[0] == '*' || b->name[0] == '*') return false; // local to a file
  const char *x = a->name, *y = b->name;
  while (*x != 0 && *x == *y) x++, y++;
  return *x == *y;
}

/* Calls visit(type, address, isPublic) for the object and all its bases. An object without an address has no virtual bases. */
template <class Visit> void walk(const Type *type, char *object, bool isPublic, Visit visit) {
  visit(type, object, isPublic);
  if (is(type, fp_single)) walk(static_cast<const SingleBase *>(type)->base, object, isPublic, visit);
  if (!is(type, fp_multiple)) return;
  auto *multiple = static_cast<const MultipleBases *>(type);
  for (unsigned i = 0; i < multiple->count; i++) {
    const Base &base = multiple->bases[i];
    long offset = base.flags >> 8;
    if (base.flags & 1) {
      if (object == nullptr) continue;
      offset = *reinterpret_cast<long *>(*reinterpret_cast<char **>(object) + offset);
    }
    walk(base.type, object == nullptr ? nullptr : object + offset, isPublic && (base.flags & 2) != 0, visit);
  }
}

/* The one public base of this type, or null; several bases of the type at one address are a virtual one. */
struct Found {
  char *address = nullptr;
  bool any = false, isPublic = false, ambiguous = false;
  void add(char *at, bool visible) {
    if (any && at != address) ambiguous = true;
    any = true;
    address = at;
    isPublic = isPublic || visible;
  }
};

bool converts(const Type *to, const Type *from, void **object) {
  if (same(to, from)) return true;
  if (!is(from, fp_single) && !is(from, fp_multiple)) return false;
  Found found;
  walk(from, static_cast<char *>(*object), true, [&](const Type *type, char *at, bool isPublic) {
    if (same(type, to)) found.add(at, isPublic);
  });
  if (!found.any || !found.isPublic || found.ambiguous) return false;
  *object = found.address;
  return true;
}

bool isNull(const Type *type) { return is(type, fp_fundamental) && type->name[0] == 'D' && type->name[1] == 'n'; }

/* Qualification conversions: each level may add qualifiers if all levels outside of it are const. */
bool qualifies(const Pointer *to, const Pointer *from, bool outerConst) {
  unsigned added = (to->flags ^ from->flags) & 7;
  if (((from->flags & ~to->flags) & 7) != 0 || (added != 0 && !outerConst)) return false;
  if ((to->flags & ~from->flags & 0x40) != 0) return false;
  bool inner = outerConst && (to->flags & 1) != 0;
  if (same(to->pointee, from->pointee)) return true;
  if (to->pointee->kind != from->pointee->kind) return false;
  if (!is(to->pointee, fp_pointer) && !is(to->pointee, fp_member)) return false;
  auto *toInner = static_cast<const Pointer *>(to->pointee);
  auto *fromInner = static_cast<const Pointer *>(from->pointee);
  if (is(to->pointee, fp_member) &&
      !same(static_cast<const MemberPointer *>(toInner)->of, static_cast<const MemberPointer *>(fromInner)->of))
    return false;
  return qualifies(toInner, fromInner, inner);
}

bool handlesPointer(const Pointer *to, const Type *thrown, void **object) {
  if (isNull(thrown)) {
    *object = nullptr;
    return true;
  }
  if (!is(thrown, fp_pointer)) return false;
  auto *from = static_cast<const Pointer *>(thrown);
  void *value = *static_cast<void **>(*object);
  if (((from->flags & ~to->flags) & 7) == 0) {
    bool toVoid = is(to->pointee, fp_fundamental) && to->pointee->name[0] == 'v' && !is(from->pointee, fp_function);
    if (toVoid || same(to->pointee, from->pointee) || converts(to->pointee, from->pointee, &value)) {
      *object = value;
      return true;
    }
  }
  if (!qualifies(to, from, true)) return false;
  *object = value;
  return true;
}

/* Does a handler for this type handle what was thrown? If so, *object is what the handler gets. */
bool handles(const std::type_info *handled, const std::type_info *thrown, void **object) {
  const Type *to = typeOf(handled), *from = typeOf(thrown);
  if (is(to, fp_pointer)) return handlesPointer(static_cast<const Pointer *>(to), from, object);
  if (same(to, from)) return true;
  if (is(to, fp_member)) {
    if (isNull(from)) return true;
    if (!is(from, fp_member)) return false;
    auto *a = static_cast<const MemberPointer *>(to), *b = static_cast<const MemberPointer *>(from);
    return same(a->of, b->of) && qualifies(a, b, true);
  }
  return converts(to, from, object);
}

} // namespace fp

extern "C" void *__cxxabiv1::__dynamic_cast(const void *object, const __class_type_info *given,
                                            const __class_type_info *wanted, __PTRDIFF_TYPE__ offset) {
  using namespace fp;
  const Type *from = typeOf(given), *to = typeOf(wanted);
  char *source = static_cast<char *>(const_cast<void *>(object));
  auto *table = *reinterpret_cast<const long **>(source);
  char *whole = source + table[-2];
  auto *type = reinterpret_cast<const Type *>(table[-1]);
  // The compiler knows the only place of the given type in the wanted one, and the object is of exactly that type.
  if (type == to && offset >= 0 && source == whole + offset) return whole;
  Found above, any, self;
  walk(type, whole, true, [&](const Type *each, char *at, bool isPublic) {
    if (same(each, from) && at == source) self.add(at, isPublic);
    if (!same(each, to)) return;
    any.add(at, isPublic);
    bool contains = false;
    walk(each, at, true, [&](const Type *base, char *place, bool visible) {
      if (same(base, from) && place == source && visible) contains = true;
    });
    if (contains) above.add(at, true);
  });
  if (above.any) return above.ambiguous ? nullptr : above.address;
  return any.any && !any.ambiguous && any.isPublic && self.isPublic ? any.address : nullptr;
}

std::type_info::~type_info() {}
bool std::type_info::__is_pointer_p() const { return fp::is(fp::typeOf(this), fp_pointer); }
bool std::type_info::__is_function_p() const { return fp::is(fp::typeOf(this), fp_function); }
bool std::type_info::__do_catch(const std::type_info *thrown, void **object, unsigned) const {
  return fp::handles(this, thrown, object);
}
bool std::type_info::__do_upcast(const __cxxabiv1::__class_type_info *, void **) const { return false; }

/* Where this is defined, the compiler describes the built-in types and pointers to them. */
__cxxabiv1::__fundamental_type_info::~__fundamental_type_info() {}
`;
