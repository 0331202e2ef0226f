import type { Outcome } from './process.js';
import type { Toolchain, ToolRun } from './toolchain.js';

/** Files in memory: folders are objects. */
export interface Tree {
  [name: string]: Tree | string | Uint8Array;
}

/** Puts a file into the folder that its path names. */
export function placeFile(tree: Tree, path: string, content: string | Uint8Array): void {
  const parts = path.split('/').filter((part) => part !== '');
  let folder = tree;
  for (const part of parts.slice(0, -1)) folder = (folder[part] ??= {}) as Tree;
  folder[parts.at(-1)!] = content;
}

interface RunOptions {
  readonly stdin?: (bytes: number) => Uint8Array | null;
  readonly stdout?: (bytes: Uint8Array | null) => void;
  readonly stderr?: (bytes: Uint8Array | null) => void;
  readonly fetchProgress?: () => void;
}

/** The part of `@yowasp/clang` that we use (its lib/api.d.ts). */
export interface Yowasp {
  readonly commands: Readonly<
    Record<ToolRun['tool'], (args: readonly string[] | null, files: Tree, options: RunOptions) => unknown>
  >;
  readonly Exit: new () => Error & { readonly code: number };
  readonly version: string;
}

/** The user's files, as the compiler sees them. */
export interface VisibleFiles {
  /** The folder of our own headers. */
  readonly frameworks: string;
  /** Returns the files of a run. The root of the tree is the working folder. */
  treeOf(reads: readonly string[]): Tree;
  /** Returns an argument with the path that its file has in the tree. */
  inTree(argument: string): string;
}

/** Starts clang and its linker as WebAssembly: slow to start, but no compiler needs to be installed. */
export async function startYowasp(api: Yowasp, files: VisibleFiles): Promise<Toolchain> {
  // Without arguments it only loads itself. Otherwise its first run would print progress.
  await api.commands.clang(null, {}, { fetchProgress: () => undefined });
  return new YowaspToolchain(api, files);
}

class YowaspToolchain implements Toolchain {
  readonly ownHeaders = true;
  readonly version: string;
  readonly major: number;
  readonly frameworks: string;

  constructor(
    private readonly api: Yowasp,
    private readonly visible: VisibleFiles,
  ) {
    this.version = api.version;
    this.major = Number.parseInt(api.version, 10);
    this.frameworks = visible.frameworks;
  }

  async run({ tool, args, input, files, reads }: ToolRun): Promise<Outcome> {
    const tree = this.visible.treeOf(reads ?? []);
    for (const [name, bytes] of files ?? []) tree[name] = bytes;
    const output: Uint8Array[] = [];
    const messages: Uint8Array[] = [];
    let rest = typeof input === 'string' ? new TextEncoder().encode(input) : (input ?? new Uint8Array());
    let ok = true;
    try {
      const given = args('.').map((argument) => this.visible.inTree(argument));
      await this.api.commands[tool](given, tree, {
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
    return { ok, output: joined(output), messages: new TextDecoder().decode(joined(messages)) };
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const chunk of chunks) {
    all.set(chunk, end);
    end += chunk.length;
  }
  return all;
}
