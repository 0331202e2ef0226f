import { FencepostError, documentation } from '@fencepost/core';

export function clusterError(message: string, hint?: string): FencepostError {
  return new FencepostError('CLUSTER', message, hint === undefined ? {} : { hint });
}

/** Errors of PostgreSQL for which a retry does not help: syntax, data, rights, limits, no such database. */
const LASTING = /^(?:0A|22|23|25|28|2F|3D|3F|42|54|XX)/;

/** Whether a retry may succeed, because the database is unreachable, starting, full or busy. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'FencepostError') return false;
  const code = 'code' in error ? String(error.code) : '';
  return code.length === 5
    ? !LASTING.test(code)
    : code !== '' || /timeout|terminated|closed|ended|not queryable/i.test(error.message);
}

/** Whether data written by other processes is invalid, as detected by the database or by this code. */
export function isOfData(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) return true;
  return error instanceof Error && 'code' in error && /^2[123].{3}$/.test(String(error.code));
}

const DENIED = '42501';
/** Raised by our own functions for invalid arguments. */
const REFUSED = '22023';
const LOCKED = '55P03';

export function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DENIED;
}

/** Turns errors of the database and of the connection into CLUSTER. */
export function databaseError(error: unknown): unknown {
  if (!isOfDatabase(error)) return error;
  if (isDenied(error)) {
    return clusterError(
      `the database refused the request: ${error.message}`,
      `grant your user the required role: see ${documentation('use/scale')}`,
    );
  }
  if (error.code === REFUSED) return clusterError(`the database refused the request: ${error.message}`);
  if (error.code === LOCKED) {
    return clusterError(
      'another user holds a lock on the tables',
      'try again; pg_stat_activity lists open transactions, which their owner can end',
    );
  }
  const reason = error.message === '' ? String(error.code) : error.message;
  return clusterError(`the database cannot be used: ${reason}`, isOfTls(error) ? TLS_HINT : URL_HINT);
}

/**
 * Throws CLUSTER for a text that cannot be the address of a database. A PostgreSQL address may name a user and no host.
 */
export function requireAddress(url: string): void {
  if (/^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url.replace('@/', '@localhost/'))) return;
  throw clusterError('DATABASE_URL is not the address of a PostgreSQL database', URL_HINT);
}

const URL_HINT = 'DATABASE_URL names it: postgres://user:password@host/name';
export const TLS_HINT = `add sslrootcert=FILE to DATABASE_URL, with the certificate of the authority: see ${documentation('use/scale')}`;

/**
 * Whether the error comes from the database. Errors of PostgreSQL have a severity. Those of a connection come from the
 * system, from TLS or from the driver.
 */
function isOfDatabase(error: unknown): error is Error & { readonly code?: unknown } {
  if (!(error instanceof Error) || error.name === 'FencepostError') return false;
  if ('severity' in error) return true;
  if ('syscall' in error) return /connect|getaddrinfo|read|write/.test(String(error.syscall)) && !('path' in error);
  return (
    isOfTls(error) ||
    /^(?:Connection t|Client (?:has encountered|was closed)|timeout e|Query read t|The server does not support SSL)/.test(
      error.message,
    )
  );
}

function isOfTls(error: Error): boolean {
  return 'code' in error && /CERT|TLS|SSL|SIGNATURE/.test(String(error.code));
}
