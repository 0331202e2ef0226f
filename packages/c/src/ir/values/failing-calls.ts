/** The functions whose calls are failures, by kind. */
export const FAILING_CALLS = {
  reach_error: /^(?:reach_error|__VERIFIER_error)$/,
  assertions: /^(?:reach_error|__VERIFIER_error|__VERIFIER_assert|__assert(?:_fail|_rtn)?|abort)$/,
} as const;

export type FailureKind = keyof typeof FAILING_CALLS;
