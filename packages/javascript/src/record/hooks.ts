import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instrumentedText, isTypeScript } from './sources.js';

// Hooks of Node's module loader. They work for both kinds of registration, in a separate thread and in the same one.

export interface Loaded {
  readonly format?: string | null | undefined;
  readonly source?: string | ArrayBuffer | Uint8Array | null | undefined;
  readonly shortCircuit?: boolean;
}
interface Context {
  readonly format?: string | null | undefined;
}
type Next = (url: string, context: Context) => Loaded | Promise<Loaded>;

/** Loads ECMAScript modules. CommonJS is instrumented when it is compiled (loading.ts). */
export function load(url: string, context: Context, next: Next): Loaded | Promise<Loaded> {
  if (url.startsWith('file:') && isTypeScript(new URL(url).pathname)) return typescript(fileURLToPath(url));
  const loaded = next(url, context);
  return loaded instanceof Promise ? loaded.then((one) => instrumented(url, one)) : instrumented(url, loaded);
}

function instrumented(url: string, loaded: Loaded): Loaded {
  const { format, source } = loaded;
  if (format !== 'module' || source === null || source === undefined) return loaded;
  const text = typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString('utf8');
  return { ...loaded, source: instrumentedText(text, url.startsWith('file:') ? fileURLToPath(url) : url, 'esm') };
}

function typescript(file: string): Loaded {
  if (isCommonJs(file)) return { format: 'commonjs', source: null, shortCircuit: true };
  return { format: 'module', source: instrumentedText(readFileSync(file, 'utf8'), file, 'esm'), shortCircuit: true };
}

/** Files without a hint are treated as ES modules: TypeScript in CommonJS is rare. */
function isCommonJs(file: string): boolean {
  return file.endsWith('.cts') || (file.endsWith('.ts') && packageType(dirname(file)) === 'commonjs');
}

/** Returns the `type` of the nearest package.json. */
function packageType(folder: string): unknown {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { readonly type?: unknown }).type;
  const parent = dirname(folder);
  return parent === folder ? undefined : packageType(parent);
}
