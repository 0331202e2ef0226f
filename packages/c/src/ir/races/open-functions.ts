/** Beginnings of the names of functions of the C library and of POSIX that store through pointers, call them or return them. */
const LIBRARY = new RegExp(
  `^(?:${[
    'v?f?d?s?n?w?(?:printf|scanf) mem str stp wcs wmem bcopy bzero bcmp swab r?index$ ffs f?gets f(?:read|write|open|get|put|scan)',
    'get(?:line|delim|env|addr|host|cwd|opt|pw|gr|sock|time|rlimit|c) p?readv? p?writev? recv send realloc posix_ alloca aligned_ v?alloc$',
    'mmap mremap munmap shm sig tsearch tfind tdelete twalk hsearch lfind lsearch qsort bsearch at_?quick_?exit atexit on_exit',
    '(?:make|swap|get|set)context dl p?select p?poll epoll wait times?$ (?:local|gm|mk|c|asc)time clock nano timer frexp modf remquo',
    'lgamma sincos rand [dejlmns]rand48 nftw ftw glob scandir regexec regcomp a?to[ilf] div$ l+div$ pipe socket accept bind io_ aio mq_',
    'pthread_ thrd_ mtx_ cnd_ tss_ call_once sem_ _*setjmp _*longjmp v?fork clone exec system popen open close f?stat lstat ioctl fcntl',
  ]
    .join(' ')
    .replaceAll(' ', '|')})`,
);

/** Names that belong to the compiler or the library. */
const RESERVED =
  /^(?:llvm\.|_[A-Z]|__(?:atomic|sync|cxa|gxx|sig|set|long|builtin|pthread|libc|isoc|glibc|cxx|xpg|errno|assert|ctype|v?fork|clone|VERIFIER|CPROVER)|__\w+_chk$)/;

/** Whether a function without a definition may do something with the pointers that it is given, or return one of them. */
export function mayUsePointers(name: string): boolean {
  return RESERVED.test(name) || LIBRARY.test(name);
}
