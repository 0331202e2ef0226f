import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { GraphOptions } from '../../src/load/graph.js';
import { ModuleGraph } from '../../src/load/graph.js';
import { Packages } from '../../src/load/packages.js';
import { Context } from '../../src/world/context/context.js';
import { current } from '../../src/world/running/current.js';
import { defineGlobal } from '../../src/world/objects/global-names.js';
import { importModule } from '../../src/link/modules.js';
import type { Namespace } from '../../src/link/modules.js';
import { ModelPromise } from '../../src/async/promise.js';
import { isShim } from '../../src/world/running/shims.js';
import { World } from '../../src/world/running/world.js';

defineGlobal('Promise', ModelPromise);

type Keyed = Record<PropertyKey, unknown>;

/** What the language does without us. */
export const nativeInstruments = {
  r: (object: Keyed, key: string) => object[key],
  w: (object: Keyed, key: string, value: unknown) => (object[key] = value),
  inc: (object: Record<string, number>, key: string, by: number, prefix: boolean) => {
    const old = object[key]!;
    object[key] = old + by;
    return prefix ? old + by : old;
  },
  at: (value: unknown, site: number) => {
    current.site = site;
    return value;
  },
  arg: (_constructor: unknown, value: unknown) => value,
  pat: (value: unknown) => value,
  base: (value: unknown) => value,
  proto: (value: unknown) => value,
  caught: (error: unknown) => error,
  enter: () => undefined,
  count: () => undefined,
  head: () => true,
  pass: (_entered: unknown, _index: number, value: unknown) => value,
  effect: (value: unknown) => value,
  touch: (value: unknown) => value,
  touched: (value: unknown) => value,
  called: (value: unknown) => value,
  calls: (value: unknown, site: number) => {
    current.site = site;
    return value;
  },
  callee: (value: unknown) => value,
  callback: (value: unknown) => value,
  iterated: (value: unknown, site: number) => {
    current.site = site;
    return value;
  },
  name: (value: unknown) => value,
  id: (value: unknown) => value,
  anonymous: (value: unknown) => value,
};

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true });
});

/** A temporary folder with these files; `-> target` makes a symbolic link. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-load-')));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (text.startsWith('-> ')) fs.symlinkSync(path.resolve(folder, text.slice(3)), file);
    else fs.writeFileSync(file, text);
  }
  return folder;
}

export interface Loaded {
  readonly folder: string;
  readonly graph: ModuleGraph;
  /** Imports a file, the entry unless said otherwise, in a world of its own. */
  readonly run: (file?: string) => Namespace;
  readonly world: () => World;
  /** Does something while this world is the one that runs. */
  readonly inside: <T>(world: World, action: () => T) => T;
}

/** The first file is the entry. */
export async function load(
  files: Readonly<Record<string, string>>,
  options: Partial<GraphOptions> = {},
): Promise<Loaded> {
  const folder = folderWith(files);
  const entry = path.join(folder, Object.keys(files)[0]!);
  const graph = await ModuleGraph.load(entry, {
    instruments: nativeInstruments,
    packages: new Packages({ include: [], exclude: [] }),
    isShim,
    shownAs: (file) => path.relative(folder, file),
    ...options,
  });
  const world = (): World => new World(new Context(graph.sites), { kind: 'set-up', thread: 0, name: 'test' }, current);
  const inside = <T>(inner: World, action: () => T): T => {
    current.world = inner;
    try {
      return action();
    } finally {
      current.world = undefined;
    }
  };
  const run = (file?: string): Namespace => {
    const inner = world();
    return inside(inner, () => importModule(inner, graph, file === undefined ? entry : path.join(folder, file)));
  };
  return { folder, graph, run, world, inside };
}

/** What the entry exports as `default`, in a world of its own. */
export async function defaultOf(
  files: Readonly<Record<string, string>>,
  options: Partial<GraphOptions> = {},
): Promise<unknown> {
  return (await load(files, options)).run()['default'];
}
