import { isFolder } from '../files/folder.js';
import { requireCompiled } from '../options/command-line.js';
import type { RunOptions } from '../options/run.js';
import type { CheckRequest } from './check-request.js';

type Asked = Pick<CheckRequest, 'load'> & { readonly run: RunOptions };

/**
 * Returns the request with the files to check: those given and, for folders or if nothing is given, those found there.
 * `tell` prints a message about the files that were found.
 */
export async function withFiles<Request extends Asked>(
  request: Request,
  tell: (text: string) => void,
): Promise<Request> {
  const { run, load } = request;
  if (run.files.length > 0 && !run.files.some(isFolder)) return request;
  const { findChecks } = await import('../discover/find-checks.js');
  const { files, note } = await findChecks(run.files, load.compileCommands);
  if (note !== undefined) tell(note);
  if (load.compiler.length > 0) requireCompiled(files);
  return { ...request, run: { ...run, files } };
}
