/**
 * `std::locale` of libstdc++ with "C" as the only locale. Each thread has its own copy, made when it starts, so that
 * formatting a number is no visible operation. There are no reference counts, as nothing is ever deleted.
 */
export const LOCALE = String.raw`
/* Definitions instead of declarations of the templates in the library. */
#define _GLIBCXX_EXTERN_TEMPLATE 0
/* Nothing can replace a facet, so none is asked for its type: each thread makes four streams, which ask for three each. */
#pragma push_macro("__cpp_rtti")
#undef __cpp_rtti
#include <locale>
#pragma pop_macro("__cpp_rtti")
#include <iomanip>
#include <istream>
#include <new>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define ATOMS_OUT "-+xX0123456789abcdef0123456789ABCDEF"
#define ATOMS_IN "-+xX0123456789abcdefABCDEF"

namespace std {

enum Facet { CTYPE, NUMPUNCT, NUM_PUT, NUM_GET, FACETS };

namespace {
template <class T> struct Room {
  alignas(T) char bytes[sizeof(T)];
  T *get() { return reinterpret_cast<T *>(bytes); }
};
thread_local Room<locale::_Impl> impl;
thread_local Room<ctype<char>> characters;
thread_local Room<numpunct<char>> punctuation;
thread_local Room<__numpunct_cache<char>> punctuationCache;
thread_local Room<num_put<char>> numberWriter;
thread_local Room<num_get<char>> numberReader;
thread_local const locale::facet *facets[FACETS], *caches[FACETS];
thread_local char *names[1];
char nameOfC[] = "C";
} // namespace

locale::_Impl::_Impl(size_t) noexcept : _M_facets(facets), _M_facets_size(FACETS), _M_caches(caches), _M_names(names) {
  names[0] = nameOfC;
  auto *cache = new (punctuationCache.bytes) __numpunct_cache<char>(1);
  cache->_M_grouping = "";
  cache->_M_truename = "true";
  cache->_M_truename_size = 4;
  cache->_M_falsename = "false";
  cache->_M_falsename_size = 5;
  cache->_M_decimal_point = '.';
  cache->_M_thousands_sep = ',';
  memcpy(cache->_M_atoms_out, ATOMS_OUT, sizeof cache->_M_atoms_out);
  memcpy(cache->_M_atoms_in, ATOMS_IN, sizeof cache->_M_atoms_in);
  facets[CTYPE] = new (characters.bytes) std::ctype<char>(nullptr, false, 1);
  facets[NUMPUNCT] = new (punctuation.bytes) numpunct<char>(cache, 1);
  facets[NUM_PUT] = new (numberWriter.bytes) num_put<char>(1);
  facets[NUM_GET] = new (numberReader.bytes) num_get<char>(1);
  caches[NUMPUNCT] = cache;
}
locale::_Impl::~_Impl() noexcept {}
void locale::_Impl::_M_install_cache(const facet *, size_t) {}

locale::locale() noexcept : _M_impl(impl.get()) {}
locale::locale(const locale &) noexcept : _M_impl(impl.get()) {}
locale::locale(const char *) : _M_impl(impl.get()) {}
locale::~locale() noexcept {}
const locale &locale::operator=(const locale &) noexcept { return *this; }
string locale::name() const { return "C"; }
bool locale::operator==(const locale &) const noexcept { return true; }
locale locale::global(const locale &) { return locale(); }
const locale &locale::classic() {
  static thread_local Room<locale> room;
  if (names[0] == nullptr) new (impl.bytes) _Impl(1);
  return *new (room.bytes) locale;
}
size_t locale::id::_M_id() const noexcept {
  if (this == &std::ctype<char>::id) return CTYPE;
  if (this == &numpunct<char>::id) return NUMPUNCT;
  if (this == &num_put<char>::id) return NUM_PUT;
  return this == &num_get<char>::id ? NUM_GET : FACETS;
}
locale::facet::~facet() {}

locale::id ctype<char>::id;
ctype<char>::ctype(const mask *table, bool, size_t references) : facet(references) {
  _M_table = table != nullptr ? table : classic_table();
}
ctype<char>::~ctype() {}
char ctype<char>::do_toupper(char c) const { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }
char ctype<char>::do_tolower(char c) const { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
const char *ctype<char>::do_toupper(char *from, const char *to) const {
  for (; from < to; from++) *from = do_toupper(*from);
  return to;
}
const char *ctype<char>::do_tolower(char *from, const char *to) const {
  for (; from < to; from++) *from = do_tolower(*from);
  return to;
}
void ctype<char>::_M_widen_init() const {}
void ctype<char>::_M_narrow_init() const {}

namespace {
constexpr ctype_base::mask classOf(int c) {
  bool isLower = c >= 'a' && c <= 'z', isUpper = c >= 'A' && c <= 'Z', isDigit = c >= '0' && c <= '9';
  bool isPrint = c >= ' ' && c < 127, isLetter = isLower || isUpper;
  ctype_base::mask found = 0;
  if (isLower) found |= ctype_base::lower;
  if (isUpper) found |= ctype_base::upper;
  if (isLetter) found |= ctype_base::alpha;
  if (isDigit) found |= ctype_base::digit;
  if (isDigit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) found |= ctype_base::xdigit;
  if (c == ' ' || (c >= '\t' && c <= '\r')) found |= ctype_base::space;
  if (c == ' ' || c == '\t') found |= ctype_base::blank;
  if (isPrint) found |= ctype_base::print;
  if (isPrint && c != ' ' && !isLetter && !isDigit) found |= ctype_base::punct;
  if (c < ' ' || c == 127) found |= ctype_base::cntrl;
  return found;
}
struct Classes {
  ctype_base::mask of[256] = {};
  constexpr Classes() {
    for (int c = 0; c < 128; c++) of[c] = classOf(c);
  }
};
constexpr Classes classes;
} // namespace
const ctype_base::mask *ctype<char>::classic_table() noexcept { return classes.of; }

template <> numpunct<char>::~numpunct() {}
template <> void numpunct<char>::_M_initialize_numpunct(__c_locale) {}
template <> __numpunct_cache<char>::~__numpunct_cache() {}

const char *__num_base::_S_atoms_out = ATOMS_OUT, *__num_base::_S_atoms_in = ATOMS_IN;

/* The format for printf of a number with these flags. */
void __num_base::_S_format_float(const ios_base &io, char *format, char modifier) noexcept {
  ios_base::fmtflags flags = io.flags(), kind = flags & ios_base::floatfield;
  *format++ = '%';
  if (flags & ios_base::showpos) *format++ = '+';
  if (flags & ios_base::showpoint) *format++ = '#';
  if (kind != (ios_base::fixed | ios_base::scientific)) *format++ = '.', *format++ = '*';
  if (modifier) *format++ = modifier;
  bool upper = flags & ios_base::uppercase;
  if (kind == ios_base::fixed) *format++ = 'f';
  else if (kind == ios_base::scientific) *format++ = upper ? 'E' : 'e';
  else if (kind == (ios_base::fixed | ios_base::scientific)) *format++ = upper ? 'A' : 'a';
  else *format++ = upper ? 'G' : 'g';
  *format = 0;
}

bool __verify_grouping(const char *, size_t, const string &) noexcept { return true; }

template <class T> static void converted(const char *text, T &value, ios_base::iostate &state) {
  char *end;
  value = static_cast<T>(strtod(text, &end));
  if (end == text || *end != 0) value = 0, state = ios_base::failbit;
}
template <> void __convert_to_v(const char *text, float &value, ios_base::iostate &state, const __c_locale &) noexcept {
  converted(text, value, state);
}
template <> void __convert_to_v(const char *text, double &value, ios_base::iostate &state, const __c_locale &) noexcept {
  converted(text, value, state);
}
template <>
void __convert_to_v(const char *text, long double &value, ios_base::iostate &state, const __c_locale &) noexcept {
  converted(text, value, state);
}
__c_locale locale::facet::_S_get_c_locale() { return nullptr; }

template class numpunct<char>;
template class num_put<char>;
template class num_get<char>;
} // namespace std
`;
