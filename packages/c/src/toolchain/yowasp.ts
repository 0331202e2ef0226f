import { readFileSync, readdirSync, statSync } from 'node:fs';
import { extname, isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Outcome } from './process.js';
import type { Toolchain, ToolRun } from './toolchain.js';

/** Clang and its linker as WebAssembly: slow to start, but it needs no installed compiler. */
export const YOWASP = '@yowasp/clang';

/** Files in memory: folders are objects. */
interface Tree {
  [name: string]: Tree | string | Uint8Array;
}

interface RunOptions {
  readonly stdin?: (bytes: number) => Uint8Array | null;
  readonly stdout?: (bytes: Uint8Array | null) => void;
  readonly stderr?: (bytes: Uint8Array | null) => void;
  readonly fetchProgress?: () => void;
}

/** The part of the package that we use (its lib/api.d.ts). */
interface Api {
  readonly commands: Readonly<
    Record<ToolRun['tool'], (args: readonly string[] | null, files: Tree, options: RunOptions) => unknown>
  >;
  readonly Exit: new () => Error & { readonly code: number };
  readonly version: string;
}

/** Loads the compiler from the npm package. */
export async function loadYowasp(path: string): Promise<Toolchain> {
  const api = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Api;
  // Without arguments it only loads itself. Otherwise its first run would print progress.
  await api.commands.clang(null, {}, { fetchProgress: () => undefined });
  return new YowaspToolchain(api);
}

class YowaspToolchain implements Toolchain {
  readonly ownHeaders = true;
  readonly version: string;
  readonly major: number;

  constructor(private readonly api: Api) {
    this.version = api.version;
    this.major = Number.parseInt(api.version, 10);
  }

  async run({ tool, args, input, files, reads }: ToolRun): Promise<Outcome> {
    const tree: Tree = {};
    for (const path of reads ?? []) addToTree(tree, path);
    for (const [name, bytes] of files ?? []) tree[name] = bytes;
    const output: Uint8Array[] = [];
    const messages: Uint8Array[] = [];
    let rest = typeof input === 'string' ? new TextEncoder().encode(input) : (input ?? new Uint8Array());
    let ok = true;
    try {
      await this.api.commands[tool](args('.').map(inTree), tree, {
        stdin: (count) => {
          const chunk = rest.subarray(0, count);
          rest = rest.subarray(count);
          return chunk.length === 0 ? null : chunk;
        },
        stdout: (bytes) => bytes !== null && output.push(bytes.slice()),
        stderr: (bytes) => bytes !== null && messages.push(bytes.slice()),
      });
    } catch (error) {
      if (!(error instanceof this.api.Exit)) throw error;
      ok = error.code === 0;
    }
    return { ok, output: Buffer.concat(output), messages: Buffer.concat(messages).toString('utf8') };
  }
}

/** What an `#include` may name; other files next to the source are not read. */
const INCLUDED = /^\.(?:h|hh|hpp|hxx|h\+\+|inc|inl|ipp|def|c|cc|cpp|cxx|C|i|ll)$/;
const MOST_FILES = 2000;

/** The tree's root is the working folder; paths outside it stay absolute. */
function placeInTree(path: string): string {
  const absolute = resolve(path);
  const fromHere = relative('.', absolute);
  return fromHere.startsWith('..') || isAbsolute(fromHere) ? absolute : fromHere;
}

/** Translates arguments that name a file or folder on disk. */
function inTree(arg: string): string {
  const option = /^-I(?=.)/.exec(arg)?.[0] ?? '';
  const path = arg.slice(option.length);
  if (path.startsWith('-') || !path.includes('/') || placeInTree(path).startsWith('/usr/')) return arg;
  return option + (placeInTree(path) || '.');
}

function addToTree(tree: Tree, path: string): void {
  let left = MOST_FILES;
  const add = (current: string): void => {
    left--;
    if (statSync(current).isDirectory()) {
      for (const { name } of readdirSync(current, { withFileTypes: true })) {
        if (!name.startsWith('.') && name !== 'node_modules' && left > 0) add(join(current, name));
      }
    } else if (INCLUDED.test(extname(current))) {
      const parts = placeInTree(current)
        .split('/')
        .filter((part) => part !== '');
      let folder = tree;
      for (const part of parts.slice(0, -1)) folder = (folder[part] ??= {}) as Tree;
      folder[parts.at(-1)!] = new Uint8Array(readFileSync(current));
    }
  };
  try {
    add(path);
  } catch {
    // Missing or unreadable: the compiler reports it if it is needed.
  }
}
