import { paths } from '#host/paths';
import type { ModuleGraph } from '../load/graph.js';
import { moduleNotFound } from '../load/missing.js';
import type { ModuleRecord } from '../load/record.js';

/** The part of `import.meta` that depends only on the record. */
const metas = new WeakMap<ModuleRecord, object>();

/** Returns a new `import.meta` object for each world, because programs may add properties. */
export function importMeta(graph: ModuleGraph, record: ModuleRecord): object {
  let meta = metas.get(record);
  if (meta === undefined) {
    const { file } = record;
    const resolve = (specifier: string): string => resolveUrl(graph, file, specifier);
    meta = { dirname: paths.dirname(file), filename: file, resolve, url: paths.pathToFileURL(file).href };
    metas.set(record, meta);
  }
  return Object.assign(Object.create(null) as object, meta);
}

function resolveUrl(graph: ModuleGraph, from: string, specifier: string): string {
  const found = graph.lookup(from, specifier, 'import');
  if (found.kind === 'missing') throw moduleNotFound(specifier, from, 'ERR_MODULE_NOT_FOUND');
  if (found.kind === 'module') return paths.pathToFileURL(found.record.file).href;
  if (found.kind === 'not loaded' && paths.isAbsolute(found.file)) return paths.pathToFileURL(found.file).href;
  return specifier;
}
