import { FencepostError } from '@fencepost/core';

export function clusterError(message: string, hint?: string): FencepostError {
  return new FencepostError('CLUSTER', message, hint === undefined ? {} : { hint });
}

/** Errors of PostgreSQL that come again however often one asks: syntax, data, rights, a database that is not there. */
const LASTING = /^(?:0A|22|23|25|28|2F|3D|3F|42|XX)/;

/** Will it be better later: the database is away, starting, full, or busy? */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'FencepostError') return false;
  const code = 'code' in error ? String(error.code) : '';
  return code.length === 5
    ? !LASTING.test(code)
    : code !== '' || /timeout|terminated|closed|ended/i.test(error.message);
}
