import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'oxc-transform';

// Hooks of Node's module loader. They are synchronous, so they work with both ways of registering hooks.

export interface HookContext {
  readonly parentURL?: string | undefined;
}
type Next = (subject: string, context: HookContext) => unknown;

/** Extensions of TypeScript source files, by the extension of the JavaScript file that an import names. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
  '.jsx': ['.tsx'],
  '': ['.ts', '.tsx'],
};

/** Resolves `./ring.js` and `./ring` to ring.ts if only that exists. */
export function resolve(specifier: string, context: HookContext, next: Next): unknown {
  const { parentURL } = context;
  const isPath = /^\.{1,2}\//.test(specifier) && parentURL?.startsWith('file:') === true;
  return next(isPath ? sourceOf(specifier, parentURL) : specifier, context);
}

function sourceOf(specifier: string, parentURL: string): string {
  const exists = (name: string): boolean => existsSync(fileURLToPath(new URL(name, parentURL)));
  if (exists(specifier)) return specifier;
  const extension = extname(specifier);
  const stem = specifier.slice(0, specifier.length - extension.length);
  return (SOURCES[extension] ?? []).map((other) => stem + other).find(exists) ?? specifier;
}

/** Also needed where Node reads TypeScript itself: it does not support enums, parameter properties and .tsx files. */
export function load(url: string, context: HookContext, next: Next): unknown {
  if (!url.startsWith('file:') || !/\.[cm]?tsx?$/.test(new URL(url).pathname)) return next(url, context);
  const file = fileURLToPath(url);
  const { code, map, errors } = transformSync(basename(file), readFileSync(file, 'utf8'), { sourcemap: true });
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${file}: ${error.message}\n${error.codeframe ?? ''}`);
  const mapping = Buffer.from(JSON.stringify(map)).toString('base64');
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${mapping}\n`;
  return { format: isCommonJs(file) ? 'commonjs' : 'module', source, shortCircuit: true };
}

/** Files without a hint are treated as ES modules: CommonJS TypeScript is rare. */
function isCommonJs(file: string): boolean {
  const extension = extname(file);
  return extension === '.cts' || (extension !== '.mts' && packageType(dirname(file)) === 'commonjs');
}

/** Returns the `type` field of the nearest package.json. */
function packageType(folder: string): unknown {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { readonly type?: unknown }).type;
  const parent = dirname(folder);
  return parent === folder ? undefined : packageType(parent);
}
