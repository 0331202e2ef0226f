import type { ModuleRecord, Target } from './record.js';

/** Returns the names that a shim exports. */
export type ShimNames = (specifier: string) => readonly string[];

/** Identifies the definition of a name: equal for equal bindings. */
type Origin = string;
type Seen = ReadonlySet<ModuleRecord>;

/**
 * Returns the names that `export *` adds to a module, by the index of the import. As in the language, these exclude
 * `default`, the module's own exports, and any name that two of the modules define differently.
 */
export function starNames(record: ModuleRecord, shimNames: ShimNames): ReadonlyMap<number, readonly string[]> {
  const byIndex = new Map<number, string[]>();
  for (const [name, { index }] of starred(record, shimNames, new Set())) {
    byIndex.set(index, [...(byIndex.get(index) ?? []), name]);
  }
  return byIndex;
}

/** Returns whether all names from the module's `export *` are known before evaluation. */
export function starsAreStatic(record: ModuleRecord, seen = new Set<ModuleRecord>()): boolean {
  seen.add(record);
  return [...record.shape.stars].every((index) => {
    const target = record.imports[index]!;
    if (target.kind !== 'module' || seen.has(target.record)) return true;
    return target.record.instantiate.kind === 'esm' && starsAreStatic(target.record, seen);
  });
}

function starred(
  record: ModuleRecord,
  shimNames: ShimNames,
  seen: Seen,
): ReadonlyMap<string, { readonly index: number; readonly origin: Origin }> {
  const found = new Map<string, { readonly index: number; readonly origin: Origin }>();
  const ambiguous = new Set<string>();
  const own = ownNames(record);
  for (const index of record.shape.stars) {
    for (const [name, origin] of origins(record.imports[index]!, shimNames, new Set([...seen, record]))) {
      if (name === 'default' || own.has(name)) continue;
      if ((found.get(name)?.origin ?? origin) !== origin) ambiguous.add(name);
      found.set(name, { index, origin });
    }
  }
  for (const name of ambiguous) found.delete(name);
  return found;
}

function origins(target: Target, shimNames: ShimNames, seen: Seen): ReadonlyMap<string, Origin> {
  if (target.kind === 'missing') return new Map();
  if (target.kind === 'shim') return originsIn(target.specifier, shimNames(target.specifier));
  if (target.kind === 'external') return originsIn(target.external.id, Object.keys(target.external.namespace));
  const { record } = target;
  if (seen.has(record)) return new Map();
  const found = new Map<string, Origin>();
  for (const name of ownNames(record)) found.set(name, originOfOwn(record, name, shimNames, seen));
  for (const [name, { origin }] of starred(record, shimNames, seen)) found.set(name, origin);
  return found;
}

function originsIn(id: string, names: readonly string[]): ReadonlyMap<string, Origin> {
  return new Map(names.map((name) => [name, `${id} ${name}`]));
}

function ownNames({ instantiate, shape }: ModuleRecord): ReadonlySet<string> {
  return instantiate.kind === 'esm' ? shape.ownNames : shape.names;
}

/** Returns the origin of a module's own export, following `export { name } from`. */
function originOfOwn(record: ModuleRecord, name: string, shimNames: ShimNames, seen: Seen): Origin {
  const here = `${record.file} ${name}`;
  const imported = record.source.reexports.get(name);
  if (imported === undefined) return here;
  const target = record.imports[record.specifiers.indexOf(imported.specifier)];
  if (target?.kind !== 'module') return here;
  if (imported.name === '*') return `${target.record.file} *`;
  return origins(target, shimNames, new Set([...seen, record])).get(imported.name) ?? here;
}
