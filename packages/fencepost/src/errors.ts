import { FencepostError, formatError, isFencepostError, printableLines } from '@fencepost/core';

export { usageError } from '@fencepost/options';
export { codeOf } from './error-code.js';

/** Returns the message of an error for the user. It starts with a position in a file or, without one, with our name. */
export function errorText(error: FencepostError): string {
  // Output of the compiler comes first.
  const compiler = 'compilerOutput' in error ? String(error.compilerOutput) : '';
  // Messages may quote a binary file.
  return printableLines(`${compiler}${error.site === undefined ? 'fencepost: ' : ''}${formatError(error)}\n`);
}

/** Adds the file name to errors without a position. */
export async function inFile<T>(file: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFencepostError(error) || error.site !== undefined || error.message.includes(file)) throw error;
    const { code, message, hint } = error;
    throw new FencepostError(code, `${file}: ${message}`, hint === undefined ? {} : { hint });
  }
}

/**
 * Loads each input and collects all errors, so that errors in the first and the last file are reported together.
 * `refused`: the inputs of the errors.
 */
export async function collect<In, Out>(
  inputs: readonly In[],
  load: (input: In) => Promise<Out> | Out,
): Promise<{ readonly loaded: Out[]; readonly errors: FencepostError[]; readonly refused: In[] }> {
  const loaded: Out[] = [];
  const errors: FencepostError[] = [];
  const refused: In[] = [];
  for (const input of inputs) {
    try {
      loaded.push(await load(input));
    } catch (error) {
      if (!isFencepostError(error)) throw error;
      errors.push(error);
      refused.push(input);
    }
  }
  return { loaded, errors, refused };
}
