import { FencepostError } from '@fencepost/core';
import type { KeptEntry } from '../toolchain/memory-cache.js';
import { MemoryCache } from '../toolchain/memory-cache.js';
import type { Toolchain } from '../toolchain/toolchain.js';
import type { Tree, Yowasp } from '../toolchain/yowasp.js';
import { placeFile, startYowasp } from '../toolchain/yowasp.js';
import type { Host } from './host.js';
import type { Built } from './pipeline.js';
import { buildOn } from './pipeline.js';

/** Tools that run in a web page. Each is loaded on first use. */
export interface BrowserTools {
  compiler(): Promise<Yowasp>;
  /** Our own headers, by their paths in `frameworks/`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Entries that another builder has made with the same tools, if any: see `parts`. */
  readonly parts?: readonly KeptEntry[];
}

/** Folder of our headers. As on disk, the path contains the folder of this package (ir/syntax/foreign.ts). */
const FRAMEWORKS = '/fencepost/c/frameworks';

/** Prefix of the cache keys of parts that are linked to more than one program. */
const SHARED = /^\["(?:helpers|library)"/;

/** Root folders that a source may not be in: they hold the compiler's files and ours. */
const TAKEN = ['usr', 'tmp', 'fencepost'];

/** Builds programs of one source in a web page. It reads no files and caches in memory. */
export class BrowserBuilder {
  private readonly cache: MemoryCache;

  constructor(private readonly tools: BrowserTools) {
    this.cache = new MemoryCache(tools.parts);
  }

  /** Returns the cached parts that are linked to more than one program. */
  parts(): KeptEntry[] {
    return this.cache.all().filter(({ key }) => SHARED.test(key));
  }

  async build(file: string, text: string): Promise<Built> {
    checkName(file);
    const host: Host = {
      ...{ directory: '/', cache: this.cache },
      // No identities are needed: code, tools and cache live as long as the page.
      ownIdentity: () => '',
      toolsIdentity: () => '',
      surroundings: () => [],
      toolchain: () => this.toolchain(file, text),
      filesRead: () => () => true,
      recordDependencies: () => Promise.resolve([]),
      unchanged: () => Promise.resolve(true),
    };
    const flags = { flags: [], optimise: undefined, reads: [] };
    return buildOn(host, [{ file, text, flags }], { start: 0 });
  }

  private async toolchain(file: string, text: string): Promise<Toolchain> {
    const headers = Object.entries(this.tools.headers).map(
      ([path, header]) => [`${FRAMEWORKS}/${path}`, header] as const,
    );
    return startYowasp(await this.tools.compiler(), {
      frameworks: FRAMEWORKS,
      // A new tree for each run, because the run may change it.
      treeOf: () => treeOf([...headers, [file, text]]),
      inTree: (argument) => argument,
    });
  }
}

function checkName(file: string): void {
  const parts = file.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (isPlain && !file.startsWith('-') && !TAKEN.includes(parts[0]!)) return;
  throw new FencepostError('USAGE', `${file} is not a possible file name here`, {
    hint: 'name it program.c, for example',
  });
}

function treeOf(files: readonly (readonly [path: string, text: string])[]): Tree {
  const tree: Tree = {};
  for (const [path, text] of files) placeFile(tree, path, text);
  return tree;
}
