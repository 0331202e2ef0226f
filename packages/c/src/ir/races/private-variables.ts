import type { Access, Body, BodyBlock, Operation, Sources, StoreOperation, Term } from './operations.js';

/** Returns the allocas that are only loaded and stored as a whole, and not atomically. */
export function privates(operations: readonly Operation[]): ReadonlySet<number> {
  const found = new Map<number, number>();
  for (const each of operations) if (each.kind === 'alloca' && each.bytes !== undefined) found.set(each.to, each.bytes);
  const drop = (sources: Sources): void => {
    for (const source of sources) if ('local' in source) found.delete(source.local);
  };
  const access = ({ address, bytes, atomic }: Access): void => {
    for (const each of address) if ('local' in each && (atomic || found.get(each.local) !== bytes)) drop([each]);
  };
  for (const each of operations) {
    if (each.kind === 'load') access(each);
    else if (each.kind === 'store') {
      access(each);
      drop(each.value);
    } else if (each.kind === 'copy' || each.kind === 'offset') drop(each.from);
    else if (each.kind === 'return') drop(each.value);
    else if (each.kind === 'call' && !isMark(each.callee)) each.arguments.forEach(drop);
  }
  return new Set(found.keys());
}

/** Whether the function only marks the lifetime of a variable. */
function isMark([callee]: Sources): boolean {
  return callee !== undefined && 'symbol' in callee && callee.symbol.startsWith('@llvm.lifetime.');
}

/** What a private variable holds: what was stored last, a local that joins several values, or nothing yet. */
type Version = StoreOperation | number | undefined;

export interface Versions {
  /** The blocks, which now begin with the joins. */
  readonly blocks: readonly BodyBlock[];
  /** What each load of a private variable reads. */
  readonly read: ReadonlyMap<Operation, { readonly from: Sources; readonly term: Term | undefined }>;
  readonly joins: Body['joins'];
}

/** Brings private variables into static single assignment form; `fresh` returns a new local. */
export function versions(given: readonly BodyBlock[], own: ReadonlySet<number>, fresh: () => number): Versions {
  const joins: Map<number, number>[] = given.map(() => new Map<number, number>());
  let entries = versionsAt(given, own, joins);
  for (let isChanged = own.size > 0; isChanged;) {
    isChanged = false;
    for (const [block, { edges }] of given.entries()) {
      const left = through(given[block]!, own, entries[block]!);
      for (const { target } of edges) {
        for (const [local, version] of left) {
          if (joins[target]!.has(local) || entries[target]!.get(local) === version) continue;
          joins[target]!.set(local, fresh());
          isChanged = true;
        }
      }
    }
    if (isChanged) entries = versionsAt(given, own, joins);
  }
  const incoming = new Map<number, Map<number, Version>>();
  const read = new Map<Operation, { from: Sources; term: Term | undefined }>();
  for (const [block, { edges }] of given.entries()) {
    const left = through(given[block]!, own, entries[block]!, (load, version) => {
      read.set(load, { from: sourcesOf(version), term: termOf(version) });
    });
    for (const { target } of edges) {
      for (const [local, join] of joins[target]!) {
        incoming.set(join, new Map([...(incoming.get(join) ?? []), [block, left.get(local)]]));
      }
    }
  }
  const all = (join: number): Version[] => [...(incoming.get(join)?.values() ?? [])];
  const blocks = given.map((block, at) => {
    const copies = [...joins[at]!.values()].map(
      (to) => ({ kind: 'copy', to, from: all(to).flatMap(sourcesOf) }) as const,
    );
    return { ...block, operations: [...copies, ...block.operations] };
  });
  const terms = [...incoming].map(
    ([join, from]) => [join, new Map([...from].map(([block, version]) => [block, termOf(version)]))] as const,
  );
  return { blocks, read, joins: new Map(terms) };
}

/** Returns what the variables hold at the beginning of each block, if values are joined nowhere else. */
function versionsAt(
  blocks: readonly BodyBlock[],
  own: ReadonlySet<number>,
  joins: readonly ReadonlyMap<number, number>[],
): ReadonlyMap<number, Version>[] {
  const entries: Map<number, Version>[] = [];
  entries[0] = new Map([...own].map((local) => [local, joins[0]?.get(local)]));
  const todo = [0];
  for (let block = todo.pop(); block !== undefined; block = todo.pop()) {
    const left = through(blocks[block]!, own, entries[block]!);
    for (const { target } of blocks[block]!.edges) {
      if (entries[target] !== undefined) continue;
      entries[target] = new Map([...left, ...joins[target]!]);
      todo.push(target);
    }
  }
  return entries;
}

/** Returns what the variables hold at the end of a block. */
function through(
  { operations }: BodyBlock,
  own: ReadonlySet<number>,
  entry: ReadonlyMap<number, Version>,
  visit?: (load: Operation, version: Version) => void,
): Map<number, Version> {
  const now = new Map(entry);
  for (const operation of operations) {
    if (operation.kind !== 'load' && operation.kind !== 'store') continue;
    const local = localOf(operation.address);
    if (local === undefined || !own.has(local)) continue;
    if (operation.kind === 'store') now.set(local, operation);
    else visit?.(operation, now.get(local));
  }
  return now;
}

function termOf(version: Version): Term | undefined {
  return typeof version === 'number' ? { of: version, bytes: 0 } : version?.term;
}

function sourcesOf(version: Version): Sources {
  return typeof version === 'number' ? [{ local: version }] : (version?.value ?? []);
}

function localOf([address]: Sources): number | undefined {
  return address !== undefined && 'local' in address ? address.local : undefined;
}
