/**
 * Streams of libstdc++, except for files. Output is printed like that of `printf`; there is no input. Each thread has
 * its own standard streams, so that printing is no visible operation; only formatting settings are not shared.
 */
export const STREAMS = String.raw`
extern "C" long write(int, const void *, unsigned long);

namespace std {

ios_base::ios_base() noexcept
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(0), _M_word_zero(),
      _M_word_size(_S_local_word_size), _M_word(_M_local_word), _M_ios_locale() {}
ios_base::~ios_base() {
  _M_call_callbacks(erase_event);
  _M_dispose_callbacks();
  if (_M_word != _M_local_word) delete[] _M_word;
}
void ios_base::_M_init() noexcept {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
}
void ios_base::register_callback(event_callback fn, int index) {
  _M_callbacks = new _Callback_list(fn, index, _M_callbacks);
}
void ios_base::_M_call_callbacks(event what) noexcept {
  for (_Callback_list *each = _M_callbacks; each != nullptr; each = each->_M_next) each->_M_fn(what, *this, each->_M_index);
}
void ios_base::_M_dispose_callbacks() noexcept {
  while (_M_callbacks != nullptr) {
    _Callback_list *next = _M_callbacks->_M_next;
    if (_M_callbacks->_M_refcount-- == 0) delete _M_callbacks;
    _M_callbacks = next;
  }
}
ios_base::_Words &ios_base::_M_grow_words(int index, bool) {
  int size = index + 1;
  auto *words = new _Words[size];
  for (int i = 0; i < _M_word_size; i++) words[i] = _M_word[i];
  if (_M_word != _M_local_word) delete[] _M_word;
  _M_word = words;
  _M_word_size = size;
  return words[index];
}
void ios_base::_M_swap(ios_base &other) noexcept {
  swap(_M_precision, other._M_precision);
  swap(_M_width, other._M_width);
  swap(_M_flags, other._M_flags);
  swap(_M_exception, other._M_exception);
  swap(_M_streambuf_state, other._M_streambuf_state);
}
void ios_base::_M_move(ios_base &other) noexcept {
  _M_precision = other._M_precision;
  _M_width = other._M_width;
  _M_flags = other._M_flags;
  _M_exception = other._M_exception;
  _M_streambuf_state = other._M_streambuf_state;
}
locale ios_base::imbue(const locale &) noexcept { return locale(); }
bool ios_base::sync_with_stdio(bool) { return true; }
int ios_base::xalloc() noexcept {
  static int last = 4;
  return __atomic_fetch_add(&last, 1, __ATOMIC_RELAXED);
}
ios_base::Init::Init() {}
ios_base::Init::~Init() {}

namespace {
struct IoErrors : error_category {
  const char *name() const noexcept override { return "iostream"; }
  string message(int) const override { return "iostream error"; }
};
thread_local Room<IoErrors> ioErrors;
} // namespace
const error_category &iostream_category() noexcept { return *new (ioErrors.bytes) IoErrors; }
ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() {}
const char *ios_base::failure::what() const noexcept { return system_error::what(); }
void __throw_ios_failure(const char *text) { throw ios_base::failure(text, io_errc::stream); }
void __throw_ios_failure(const char *text, int code) {
  throw ios_base::failure(text, code == 0 ? make_error_code(io_errc::stream) : error_code(code, generic_category()));
}

template class basic_streambuf<char>;
template class basic_ios<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_ostringstream<char>;
template class basic_istringstream<char>;
template class basic_stringstream<char>;
template ostream &endl(ostream &);
template ostream &ends(ostream &);
template ostream &flush(ostream &);
template ostream &__ostream_insert(ostream &, const char *, streamsize);
template ostream &operator<<(ostream &, char);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const char *);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template ostream &operator<<(ostream &, const string &);
#define INSERT(type) template ostream &ostream::_M_insert(type);
INSERT(long) INSERT(unsigned long) INSERT(bool) INSERT(long long) INSERT(unsigned long long) INSERT(double)
INSERT(long double) INSERT(const void *)
#define MANIPULATE(type) template ostream &operator<<(ostream &, type); template istream &operator>>(istream &, type);
MANIPULATE(_Setfill<char>) MANIPULATE(_Setiosflags) MANIPULATE(_Resetiosflags) MANIPULATE(_Setbase)
MANIPULATE(_Setprecision) MANIPULATE(_Setw)
template istream &ws(istream &);
template istream &operator>>(istream &, char &);
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);
#define EXTRACT(type) template istream &istream::_M_extract(type &);
EXTRACT(unsigned short) EXTRACT(unsigned) EXTRACT(long) EXTRACT(unsigned long) EXTRACT(bool) EXTRACT(long long)
EXTRACT(unsigned long long) EXTRACT(float) EXTRACT(double) EXTRACT(long double) EXTRACT(void *)
template const num_put<char> &use_facet(const locale &);
template const num_get<char> &use_facet(const locale &);
template const ctype<char> &use_facet(const locale &);
template const numpunct<char> &use_facet(const locale &);
template bool has_facet<num_put<char>>(const locale &);
template bool has_facet<num_get<char>>(const locale &);
template bool has_facet<ctype<char>>(const locale &);
template bool has_facet<numpunct<char>>(const locale &);

/* What the headers declare for char in particular. */
template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &ended) {
  streamsize count = 0;
  int c = from->sgetc();
  for (; c != EOF && to->sputc(static_cast<char>(c)) != EOF; c = from->snextc()) count++;
  ended = c == EOF;
  return count;
}
template streamsize __copy_streambufs(streambuf *, streambuf *);

template <> istream &istream::getline(char *text, streamsize room, char end) {
  _M_gcount = 0;
  sentry ready(*this, true);
  iostate state = goodbit;
  if (ready) {
    int c = rdbuf()->sgetc();
    while (_M_gcount + 1 < room && c != EOF && c != static_cast<unsigned char>(end)) {
      *text++ = static_cast<char>(c);
      _M_gcount++;
      c = rdbuf()->snextc();
    }
    if (c == EOF) state |= eofbit;
    else if (c == static_cast<unsigned char>(end)) {
      _M_gcount++;
      rdbuf()->sbumpc();
    } else state |= failbit;
  }
  if (room > 0) *text = 0;
  if (_M_gcount == 0) state |= failbit;
  setstate(state);
  return *this;
}
template <> istream &istream::ignore(streamsize count, int end) {
  _M_gcount = 0;
  sentry ready(*this, true);
  while (ready && _M_gcount < count) {
    int c = rdbuf()->sbumpc();
    if (c == EOF) {
      setstate(eofbit);
      break;
    }
    _M_gcount++;
    if (c == end) break;
  }
  return *this;
}
template <> istream &istream::ignore(streamsize count) { return ignore(count, EOF); }

template <> istream &getline(istream &in, string &text, char end) {
  istream::sentry ready(in, true);
  if (!ready) return in;
  text.clear();
  int c = in.rdbuf()->sbumpc();
  bool any = c != EOF;
  for (; c != EOF && c != static_cast<unsigned char>(end); c = in.rdbuf()->sbumpc()) text += static_cast<char>(c);
  in.setstate((c == EOF ? ios_base::eofbit : ios_base::goodbit) | (any ? ios_base::goodbit : ios_base::failbit));
  return in;
}
template istream &getline(istream &, string &);
template <> istream &operator>>(istream &in, string &text) {
  istream::sentry ready(in, false);
  if (!ready) return in;
  text.clear();
  streamsize most = in.width() > 0 ? in.width() : __LONG_MAX__;
  const auto &characters = use_facet<ctype<char>>(in.getloc());
  int c = in.rdbuf()->sgetc();
  for (; c != EOF && most > 0 && !characters.is(ctype_base::space, static_cast<char>(c)); most--) {
    text += static_cast<char>(c);
    c = in.rdbuf()->snextc();
  }
  in.width(0);
  bool none = text.empty();
  in.setstate((c == EOF ? ios_base::eofbit : ios_base::goodbit) | (none ? ios_base::failbit : ios_base::goodbit));
  return in;
}

void __istream_extract(istream &in, char *text, streamsize room) {
  istream::sentry ready(in, false);
  streamsize width = in.width(), most = (width > 0 && width < room ? width : room) - 1, count = 0;
  if (!ready) return;
  const auto &characters = use_facet<ctype<char>>(in.getloc());
  int c = in.rdbuf()->sgetc();
  for (; c != EOF && count < most && !characters.is(ctype_base::space, static_cast<char>(c)); c = in.rdbuf()->snextc())
    text[count++] = static_cast<char>(c);
  text[count] = 0;
  in.width(0);
  in.setstate((c == EOF ? ios_base::eofbit : ios_base::goodbit) | (count == 0 ? ios_base::failbit : ios_base::goodbit));
}

namespace {
struct Printer : streambuf {
  int overflow(int c) override {
    char text = static_cast<char>(c);
    if (c != EOF) write(1, &text, 1);
    return c == EOF ? 0 : c;
  }
  streamsize xsputn(const char *text, streamsize length) override {
    write(1, text, static_cast<unsigned long>(length));
    return length;
  }
};
struct Nothing : streambuf {};
thread_local Room<Printer> printer;
thread_local Room<Nothing> nothing;
} // namespace

} // namespace std

/* Those of the calling thread (ir/globals.ts), and, behind references that are constant, those of all threads. */
#define STREAM(name, type, symbol)                                          \
  extern "C" { extern char name[sizeof(std::type)] asm(symbol);             \
  alignas(16) char name[sizeof(std::type)] = {}; }                          \
  extern "C" char shared_##name[sizeof(std::type)] __attribute__((alias(symbol)));
STREAM(fp_cout, ostream, "_ZSt4cout")
STREAM(fp_cerr, ostream, "_ZSt4cerr")
STREAM(fp_clog, ostream, "_ZSt4clog")
STREAM(fp_cin, istream, "_ZSt3cin")

static void make_streams(char *out, char *err, char *log, char *in) {
  using namespace std;
  auto *output = new (out) ostream(printer.get());
  (new (err) ostream(printer.get()))->setf(ios_base::unitbuf);
  new (log) ostream(printer.get());
  (new (in) istream(nothing.get()))->tie(output);
}

extern "C" void __fp_thread_start() {
  using namespace std;
  locale::classic();
  new (printer.bytes) Printer;
  new (nothing.bytes) Nothing;
  make_streams(fp_cout, fp_cerr, fp_clog, fp_cin);
}
extern "C" void __fp_program_start() {
  __fp_thread_start();
  make_streams(shared_fp_cout, shared_fp_cerr, shared_fp_clog, shared_fp_cin);
}
`;
