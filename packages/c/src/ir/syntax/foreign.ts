/** Folders with the sources of compilers, systems and Rust's library. Not /usr/src, where a user may work. */
const FOREIGN = [
  /^\/usr\/(?:local\/)?(?:include|lib|lib32|lib64|libexec|share)\//,
  /\/include\/c\+\+\//,
  /\/lib(?:64)?\/(?:clang|gcc)\//,
  /^\/opt\/wasi-sdk\//,
  /\.sdk\/usr\/include\//,
  // Our headers that replace test frameworks.
  /\/(?:c|dist)\/frameworks\/(?:fencepost|gtest|catch2|doctest)\//,
  /^\/rustc\//,
  /\/\.rustup\/toolchains\//,
  /(?:^|\/)library\/(?:alloc|core|std)\/src\//,
];

/**
 * Returns whether this function of a library is an atomic operation, by its symbol: the caller chooses its memory
 * order. What the operations on atomic smart pointers do is theirs.
 */
export function isAtomicOperation(symbol: string): boolean {
  return /atomic/i.test(symbol) && !/(?:shared|weak)_ptr|_Sp_/.test(symbol);
}

/**
 * Returns whether this file belongs to a compiler or a system. Its lines mean nothing to the user; the call sites do.
 */
export function isForeignFile(file: string): boolean {
  return FOREIGN.some((pattern) => pattern.test(file));
}
