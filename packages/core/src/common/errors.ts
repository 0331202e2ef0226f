/** A place in the user's sources, in the form that every message prints. */
export interface Site {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** The place of a call, for an operation of the called library. The program does not choose the order of the operation. */
export interface CallSite extends Site {
  readonly isOfLibrary: true;
}

/** Reasons for refusing input. Codes are stable: users search for them and scripts test them. */
export type ErrorCode =
  | 'BAD_SCHEDULE'
  | 'C_COMPILE'
  | 'C_LINK'
  | 'C_TOOLCHAIN'
  | 'C_UNSUPPORTED'
  | 'BAD_FRONTIER'
  | 'BAD_HISTORY'
  | 'BAD_RECORDING'
  | 'BAD_RESUME'
  | 'BUILT_IN_REPLACED'
  | 'CLUSTER'
  | 'CODE_ENDED'
  | 'FORBIDDEN_EXECUTION'
  | 'JS_MODULE'
  | 'JS_SYNTAX'
  | 'JS_UNSUPPORTED'
  | 'LITMUS_SYNTAX'
  | 'LITMUS_UNSUPPORTED'
  | 'MEMORY_LIMIT'
  | 'MIXED_SIZE'
  | 'MODEL_UNSUPPORTED'
  | 'MUTEX_MISUSE'
  | 'NONDETERMINISM'
  | 'OTHER_RUNTIME'
  | 'THREAD_LIMIT'
  | 'UNKNOWN_THREAD'
  | 'VALUE_RANGE'
  | 'TIME_LIMIT'
  | 'TOO_LARGE'
  | 'USAGE';

/** Error for input that cannot be handled, with a code, a site and a hint. */
export class FencepostError extends Error {
  override readonly name = 'FencepostError';
  readonly code: ErrorCode;
  readonly site: Site | undefined;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, details: { readonly site?: Site; readonly hint?: string } = {}) {
    super(message);
    this.code = code;
    this.site = details.site;
    this.hint = details.hint;
  }
}

/** Tests by name, not by class: a process may contain several copies of this module. */
export function isFencepostError(error: unknown): error is FencepostError {
  return error instanceof Error && error.name === 'FencepostError';
}

/** Formats a site: `queue.c:12`, or `queue.c:12:5`. */
export function formatSite(site: Site): string {
  return site.column === undefined ? `${site.file}:${site.line}` : `${site.file}:${site.line}:${site.column}`;
}

/** Formats an error as one or two lines for a terminal: place, message, code, hint. */
export function formatError(
  error: Pick<FencepostError, 'code' | 'message'> & Partial<Pick<FencepostError, 'site' | 'hint'>>,
): string {
  const place = error.site === undefined ? '' : `${formatSite(error.site)}: `;
  const hint = error.hint === undefined ? '' : `\n  hint: ${error.hint}`;
  return `${place}${error.message} [${error.code}]${hint}`;
}
