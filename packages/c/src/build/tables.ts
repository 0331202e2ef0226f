import type { GlobalInfo, Instrumented, LabelInfo } from '../ir/tables.js';
import type { Parts } from './descriptions.js';
import { describer, tabulate } from './descriptions.js';

/** What is known of a linked program besides its code. */
export type LinkedTables = Omit<Instrumented, 'll' | 'hasMain'>;

/** The same in a form that JSON can represent. */
export interface StoredTables extends Omit<LinkedTables, 'labels' | 'globals'> {
  readonly labels: readonly (Omit<LabelInfo, 'describe'> & { readonly parts?: Parts })[];
  readonly globals: readonly (Omit<GlobalInfo, 'describe'> & { readonly parts: Parts })[];
}

/** Merges the tables of modules with consecutive numbers. */
export function mergeTables(modules: readonly Omit<Instrumented, 'll'>[]): StoredTables {
  return {
    labels: modules.flatMap(({ labels }) =>
      labels.map(({ describe, ...label }) => ({
        ...label,
        ...(describe !== undefined && { parts: tabulate(label.name ?? '', label.size, describe) }),
      })),
    ),
    globals: modules.flatMap(({ globals }) =>
      globals.map(({ describe, ...global }) => ({ ...global, parts: tabulate(global.name, global.size, describe) })),
    ),
    loops: modules.flatMap(({ loops }) => loops),
    functions: distinct(modules.flatMap(({ functions }) => Object.entries(functions))),
    libraryCalls: [...new Set(modules.flatMap(({ libraryCalls }) => libraryCalls))].sort(),
    pointerSize: modules[0]?.pointerSize ?? 8,
  };
}

/** Without names that stand for several things: static functions of different files. */
function distinct<T>(entries: readonly (readonly [name: string, value: T])[]): Record<string, T> {
  const counts = new Map<string, number>();
  for (const [name] of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(entries.filter(([name]) => counts.get(name) === 1));
}

/** New and stored results take the same form, so that output does not depend on the cache. */
export function restoreTables({ labels, globals, ...rest }: StoredTables): LinkedTables {
  return {
    ...rest,
    labels: labels.map(({ parts, ...label }) =>
      parts === undefined ? label : { ...label, describe: describer(label.name ?? '', parts) },
    ),
    globals: globals.map(({ parts, ...global }) => ({ ...global, describe: describer(global.name, parts) })),
  };
}
