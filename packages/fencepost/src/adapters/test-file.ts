import { fileURLToPath } from 'node:url';
import { FencepostError } from '@fencepost/core';

/**
 * The test file that calls `called`, perhaps by way of a helper: the outermost file on the stack, as modules are run from
 * their beginning.
 */
export function testFile(called: (...given: never[]) => unknown): string {
  const file = filesOnStack(called).findLast((name) => !name.startsWith('node:'));
  if (file !== undefined) return file.startsWith('file:') ? fileURLToPath(file) : file;
  throw new FencepostError('USAGE', 'cannot determine which file calls check', {
    hint: 'call it while the file is being loaded',
  });
}

function filesOnStack(above: (...given: never[]) => unknown): string[] {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is put back as it was
  const { prepareStackTrace, stackTraceLimit } = Error;
  const place: { stack?: NodeJS.CallSite[] } = {};
  try {
    Error.stackTraceLimit = Infinity;
    Error.prepareStackTrace = (_, sites) => sites;
    Error.captureStackTrace(place, above);
    return (place.stack ?? []).map((site) => site.getFileName() ?? 'node:');
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}
