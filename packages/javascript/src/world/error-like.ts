/** Errors of another realm are not instances of ours. */
export function isErrorLike(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && 'message' in error && 'stack' in error && 'name' in error;
}

/** Does it come from an assertion library? */
export function isAssertion(error: unknown): boolean {
  if (!isErrorLike(error)) return false;
  return error.name === 'CheckFailed' || error.name === 'AssertionError' || 'matcherResult' in error;
}
