import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../toolchain/errors.js';

/** Returns the arguments of a command, separated as by a shell: blanks, quotes, backslashes. */
export function splitCommand(command: string, isWindows = process.platform === 'win32'): string[] {
  return isWindows ? splitOnWindows(command) : splitByShell(command);
}

function splitByShell(command: string): string[] {
  const words = command.matchAll(/(?:\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|[^\s\\'"])+/g);
  return [...words].map(([word]) => word.replaceAll(/\\([^])|'([^']*)'|"((?:\\[^]|[^"\\])*)"/g, unquoted));
}

function unquoted(_: string, escaped?: string, single?: string, double?: string): string {
  if (escaped !== undefined) return escaped === '\n' ? '' : escaped;
  return single ?? double!.replaceAll(/\\(["\\$`])/g, '$1').replaceAll('\\\n', '');
}

/** Separates arguments as on Windows, where a backslash is literal unless a quote follows. */
function splitOnWindows(command: string): string[] {
  const words = command.matchAll(/(?:\\"|"(?:\\"|[^"])*"?|[^\s"])+/g);
  return [...words].map(([word]) => word.replaceAll(/\\"|"/g, (quote) => (quote === '"' ? '' : '"')));
}

/** Limit for response files that name other response files. */
const DEEPEST = 10;

/** Replaces response files (`@flags.rsp`) by the arguments that they contain. */
export function withResponseFiles(words: readonly string[], directory: string, depth = 0): string[] {
  return words.flatMap((word) => {
    if (!word.startsWith('@') || word === '@') return [word];
    const path = resolve(directory, word.slice(1));
    if (depth === DEEPEST) throw usageError(`the response file ${path} includes itself, or too many others`);
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch {
      throw usageError(`cannot read the response file ${path} of a compile command`, 'build the project');
    }
    return withResponseFiles(splitCommand(text), directory, depth + 1);
  });
}
