import { fileURLToPath } from 'node:url';
import { refusal } from './refusal.js';

/**
 * Returns the test file that calls `called`, possibly via a helper: the outermost file on the stack, because a module
 * runs from its beginning. The loader may be on the stack too, but is in node_modules.
 */
export function testFile(called: (...given: never[]) => unknown): string {
  const files = filesOnStack(called).filter((name) => !name.startsWith('node:'));
  const file = files.findLast((name) => !/[\\/]node_modules[\\/]/.test(name)) ?? files.at(-1);
  if (file !== undefined) return file.startsWith('file:') ? fileURLToPath(file) : file;
  throw refusal('cannot determine which file calls check', 'call it while the file is being loaded');
}

/** Returns the files of the functions that called `above`, innermost first. */
export function filesOnStack(above: (...given: never[]) => unknown): string[] {
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
