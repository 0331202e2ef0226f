import { FencepostError, formatError, isFencepostError, printableLines } from '@fencepost/core';

export { usageError } from '@fencepost/options';

/** What the user sees of an error: it starts with its place in a file or, without one, with our name. */
export function errorText(error: FencepostError): string {
  // What a compiler says about its input comes first.
  const compiler = 'compilerOutput' in error ? String(error.compilerOutput) : '';
  // Messages may quote a file that is no text.
  return printableLines(`${compiler}${error.site === undefined ? 'fencepost: ' : ''}${formatError(error)}\n`);
}

/** An error without a place names at least the file. */
export async function inFile<T>(file: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFencepostError(error) || error.site !== undefined || error.message.includes(file)) throw error;
    const { code, message, hint } = error;
    throw new FencepostError(code, `${file}: ${message}`, hint === undefined ? {} : { hint });
  }
}

/** Runs it for each input: a mistake in the last file shows as soon as one in the first. */
export async function collect<In, Out>(
  inputs: readonly In[],
  load: (input: In) => Promise<Out> | Out,
): Promise<{ readonly loaded: Out[]; readonly errors: FencepostError[] }> {
  const loaded: Out[] = [];
  const errors: FencepostError[] = [];
  for (const input of inputs) {
    try {
      loaded.push(await load(input));
    } catch (error) {
      if (!isFencepostError(error)) throw error;
      errors.push(error);
    }
  }
  return { loaded, errors };
}

/** The code of an error of Node's: `ENOENT`; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
