import type { FencepostError } from '@fencepost/core';
import type { Refusal, Task } from '../protocol.js';
import { messagesIn } from './messages.js';

/** Returns why a file is refused, as the page shows it. */
export function refusalOf(error: FencepostError, { file, text }: Pick<Task, 'file' | 'text'>): Refusal {
  const { message, hint, site } = error;
  return {
    message,
    ...(hint !== undefined && { hint }),
    ...(site?.file === file && { line: site.line, ...(site.column !== undefined && { column: site.column }) }),
    ...('compilerOutput' in error && { details: messagesIn(String(error.compilerOutput), file, text) }),
  };
}
