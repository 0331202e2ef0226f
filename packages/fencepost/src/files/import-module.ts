import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import type { Site } from '@fencepost/core';
import { FencepostError, isFencepostError } from '@fencepost/core';
import { codeOf, usageError } from '../errors.js';
import { readText } from './files.js';

export type ModuleExports = Readonly<Record<string, unknown>>;

/**
 * Imports a user's module, in JavaScript or TypeScript. `what`: how messages call it, such as 'the module'. `advice`:
 * added to the hint if it cannot be loaded.
 */
export async function importModule(path: string, what: string, advice?: string): Promise<ModuleExports> {
  const text = readText(path); // reports why it cannot be read
  try {
    if (isTypeScript(path) && !stripsTypes()) return await importTypeScript(path, text);
    return await importFile(resolve(path)).catch((error: unknown) => {
      // Node only strips types. Enums, for example, have to be compiled.
      if (isTypeScript(path) && codeOf(error) === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
        return importTypeScript(path, text);
      throw error;
    });
  } catch (error) {
    if (isFencepostError(error)) throw error;
    throw await cannotLoad(path, text, what, error, advice);
  }
}

function isTypeScript(path: string): boolean {
  return ['.ts', '.mts'].includes(extname(path));
}

async function importFile(file: string): Promise<ModuleExports> {
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as ModuleExports;
}

/** Imports compiled JavaScript from a temporary file next to the original, where its imports can be resolved. */
async function importTypeScript(path: string, text: string): Promise<ModuleExports> {
  const { transform } = await import('oxc-transform');
  const { code, errors } = await transform(basename(path), text);
  if (errors.length > 0) throw new SyntaxError(errors[0]!.message);
  const file = temporaryFile(path);
  try {
    await writeFile(file, code);
  } catch (error) {
    throw usageError(
      `cannot load ${path}: ${messageOf(error)}`,
      'TypeScript needs Node 22.18 or later, or a writable folder; JavaScript needs neither',
    );
  }
  try {
    return await importFile(file);
  } finally {
    await rm(file);
  }
}

function temporaryFile(path: string): string {
  return join(resolve(dirname(path)), `.${basename(path)}.${process.pid}.${threadId}.mjs`);
}

async function cannotLoad(
  path: string,
  text: string,
  what: string,
  error: unknown,
  advice?: string,
): Promise<FencepostError> {
  const site = placeInStack(error, path) ?? (await firstSyntaxError(path, text));
  const named = site === undefined ? `${what} ${path}` : what;
  const message = messageOf(error).replaceAll(temporaryFile(path), resolve(path));
  return new FencepostError('USAGE', `${named} cannot be loaded: ${message}`, {
    ...(site !== undefined && { site }),
    hint: message.startsWith("Cannot find package 'fencepost'")
      ? 'install it in the project of the module: npm install fencepost'
      : `${isTypeScript(path) ? 'npx tsc --noEmit' : 'node'} ${path} may show more${advice === undefined ? '' : `; ${advice}`}`,
  });
}

/** Replaces the URL of a file by its path: `file:///my%20code/a.mjs:1:2` is `/my code/a.mjs:1:2`. */
export function withPaths(line: string, windows = process.platform === 'win32'): string {
  return line.replace(/file:\/\/\/?[^\s)]*?(?=(?::\d+){1,2}\)?$)/, (url) => fileURLToPath(url, { windows }));
}

/** Returns the position in the module at which an error was thrown. */
function placeInStack(error: unknown, path: string): Site | undefined {
  const file = resolve(path);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const line of stack.split('\n')) {
    const match = /^(.*?):(\d+)(?::(\d+))?\)?$/.exec(withPaths(line));
    if (match?.[1]?.endsWith(file) !== true) continue;
    return { file: path, line: Number(match[2]), ...(match[3] !== undefined && { column: Number(match[3]) }) };
  }
  return undefined;
}

/** Finds the position of a syntax error, which Node does not report. */
async function firstSyntaxError(path: string, text: string): Promise<Site | undefined> {
  // If oxc-transform cannot be loaded, the position is omitted.
  const oxc = await import('oxc-transform').catch(() => undefined);
  const error = (await oxc?.transform(basename(path), text))?.errors[0];
  const bytes = error?.labels[0]?.start;
  return bytes === undefined ? undefined : siteAt(path, Buffer.from(text).subarray(0, bytes).toString());
}

/** Returns the position in a file after some of its text. */
export function siteAt(file: string, textBefore: string): Site {
  const lines = textBefore.split('\n');
  return { file, line: lines.length, column: lines.at(-1)!.length + 1 };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether Node loads TypeScript itself, as 22.18 and later do. */
function stripsTypes(): boolean {
  return 'typescript' in process.features && process.features.typescript !== false;
}
