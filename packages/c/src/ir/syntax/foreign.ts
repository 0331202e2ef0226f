/** Where compilers, systems and Rust's library keep their sources. A user may well work in /usr/src. */
const FOREIGN = [
  /^\/usr\/(?:local\/)?(?:include|lib|lib32|lib64|libexec|share)\//,
  /\/include\/c\+\+\//,
  /\/lib(?:64)?\/(?:clang|gcc)\//,
  /^\/opt\/wasi-sdk\//,
  /\.sdk\/usr\/include\//,
  // Headers of ours that stand in for test frameworks.
  /\/(?:c|dist)\/frameworks\/(?:fencepost|gtest|catch2|doctest)\//,
  /^\/rustc\//,
  /\/\.rustup\/toolchains\//,
  /(?:^|\/)library\/(?:alloc|core|std)\/src\//,
];

/** Does this file belong to a compiler or a system? Its lines mean nothing to the user; the call sites do. */
export function isForeignFile(file: string): boolean {
  return FOREIGN.some((pattern) => pattern.test(file));
}
