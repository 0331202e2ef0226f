/** Returns whether the value is like an error: errors of another realm are not instances of this realm's `Error`. */
export function isErrorLike(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && 'message' in error && 'stack' in error && 'name' in error;
}

/** Returns whether the error comes from an assertion library. */
export function isAssertion(error: unknown): boolean {
  if (!isErrorLike(error)) return false;
  return error.name === 'CheckFailed' || error.name === 'AssertionError' || 'matcherResult' in error;
}
