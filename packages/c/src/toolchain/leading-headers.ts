/** Headers of the standard libraries and of POSIX that may be included twice. */
const STANDARD = new Set(
  `algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes ciso646
  climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdalign cstdarg
  cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype deque exception expected filesystem
  format forward_list fstream functional future generator initializer_list iomanip ios iosfwd iostream istream iterator
  latch limits list locale map mdspan memory memory_resource mutex new numbers numeric optional ostream print queue random
  ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span spanstream sstream stack stacktrace
  stdexcept stop_token streambuf string string_view strstream syncstream system_error thread tuple type_traits typeindex
  typeinfo unordered_map unordered_set utility valarray variant vector version
  assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h
  stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h
  time.h uchar.h wchar.h wctype.h pthread.h sched.h semaphore.h unistd.h sys/time.h sys/types.h`.split(/\s+/),
);

const BLANK = /(?:[ \t\r\n\f\v]|\/\/(?:[^\n\\]|\\[^\r\n])*(?=\n)|\/\*[^]*?\*\/)*/y;
/** Up to the end of the line: what follows begins a line. */
const INCLUDE = /#[ \t]*include[ \t]*<([^>\n]+)>[ \t]*(?:\/\*(?:(?!\*\/)[^\n])*\*\/[ \t]*)?(?:\/\/[^\n\\]*)?\r?(?=\n)/y;

/**
 * Returns the standard headers with which a source begins, in order. Before and between them are only comments and
 * blanks: nothing that could give a header another meaning.
 */
export function leadingHeaders(source: string): string[] {
  const headers: string[] = [];
  if (source.includes('??/')) return headers; // a backslash in old standards: it may join a line to a comment
  for (let at = source.startsWith('\uFEFF') ? 1 : 0; ;) {
    BLANK.lastIndex = at;
    BLANK.test(source);
    INCLUDE.lastIndex = BLANK.lastIndex;
    const header = INCLUDE.exec(source)?.[1];
    if (header === undefined || !STANDARD.has(header)) return headers;
    headers.push(header);
    at = INCLUDE.lastIndex;
  }
}
