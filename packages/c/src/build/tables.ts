import { isCount, isListOf, isMaybe, isRecord, isSite, isText } from '@fencepost/core';
import type { GlobalInfo, Instrumented, InstrumentOptions, LabelInfo, ViewInfo } from '../ir/syntax/tables.js';
import type { Parts } from './descriptions.js';
import { describer, tabulate } from './descriptions.js';

/** The tables of a linked program, without its code. */
export type LinkedTables = Omit<Instrumented, 'll' | 'hasMain'>;

/** The same in a form that JSON can represent. */
export interface StoredTables extends Omit<LinkedTables, 'labels' | 'globals' | 'views'> {
  readonly labels: readonly (Omit<LabelInfo, 'describe'> & { readonly parts?: Parts })[];
  readonly globals: readonly (Omit<GlobalInfo, 'describe'> & { readonly parts: Parts })[];
  readonly views: readonly (Omit<ViewInfo, 'describe'> & { readonly parts: Parts })[];
}

/** Whether untrusted data has the shape of the tables of a program. */
export function areTables(value: unknown): value is StoredTables {
  if (!isRecord(value)) return false;
  const { labels, globals, loops, views, functions, libraryCalls, pointerSize, timeSize } = value;
  return (
    isListOf(labels, isLabel) &&
    isListOf(globals, (each) => isRecord(each) && isNamed(each) && isMaybe(each['site'], isSite)) &&
    isListOf(loops, (each) => isRecord(each) && isText(each['function']) && isMaybe(each['site'], isSite)) &&
    isListOf(views, (each) => isRecord(each) && isNamed(each)) &&
    isRecord(functions) &&
    Object.values(functions).every(isSite) &&
    isListOf(libraryCalls, isText) &&
    [pointerSize, timeSize].every((each) => each === 4 || each === 8)
  );
}

function isLabel(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { kind, size, order, failureOrder, fn, name, hint, variable, parts, site } = value;
  return (
    isText(kind) &&
    isCount(size) &&
    isText(order) &&
    [failureOrder, fn, name, hint, variable].every((each) => isMaybe(each, isText)) &&
    isMaybe(parts, areParts) &&
    isMaybe(site, isSite)
  );
}

function isNamed({ name, size, parts }: Readonly<Record<string, unknown>>): boolean {
  return isText(name) && isCount(size) && areParts(parts);
}

function areParts(value: unknown): boolean {
  return (
    isRecord(value) &&
    isCount(value['size']) &&
    isMaybe(value['stride'], isCount) &&
    isListOf(value['names'], (each) => isListOf(each, () => true) && isCount(each[0]) && isText(each[1]))
  );
}

/** Bytes of an array of no fixed length that have names. */
const MOST_TAIL = 256;

/** The first numbers of a module, by kind. */
export type Numbering = Required<Pick<InstrumentOptions, 'labelBase' | 'loopBase' | 'globalBase' | 'viewBase'>>;

/** Returns the first numbers after those of these modules. */
export function numberedAfter(modules: readonly Pick<StoredTables | Instrumented, keyof Counted>[]): Numbering {
  const count = (what: keyof Counted): number => modules.reduce((sum, module) => sum + module[what].length, 0);
  return {
    labelBase: count('labels'),
    loopBase: count('loops'),
    globalBase: count('globals'),
    viewBase: count('views'),
  };
}

type Counted = Pick<Instrumented, 'labels' | 'loops' | 'globals' | 'views'>;

/** Converts the tables of a module to data. */
export function storeTables({
  labels,
  globals,
  loops,
  views,
  functions,
  libraryCalls,
  pointerSize,
  timeSize,
}: LinkedTables): StoredTables {
  return {
    labels: labels.map(({ describe, ...label }) => ({
      ...label,
      ...(describe !== undefined && { parts: tabulate(label.name ?? '', label.size, describe) }),
    })),
    globals: globals.map(({ describe, ...global }) => ({
      ...global,
      parts: tabulate(global.name, global.size, describe),
    })),
    views: views.map(({ describe, ...view }) => ({
      ...view,
      parts: tabulate('', view.size + (view.isFlexible ? MOST_TAIL : 0), describe),
    })),
    loops,
    functions,
    libraryCalls,
    pointerSize,
    timeSize,
  };
}

/** Merges the tables of modules with consecutive numbers. */
export function mergeTables(modules: readonly StoredTables[]): StoredTables {
  return {
    labels: modules.flatMap(({ labels }) => labels),
    globals: modules.flatMap(({ globals }) => globals),
    loops: modules.flatMap(({ loops }) => loops),
    views: modules.flatMap(({ views }) => views),
    functions: distinct(modules.flatMap(({ functions }) => Object.entries(functions))),
    libraryCalls: [...new Set(modules.flatMap(({ libraryCalls }) => libraryCalls))].sort(),
    pointerSize: modules[0]?.pointerSize ?? 8,
    timeSize: modules.some(({ timeSize }) => timeSize === 4) ? 4 : 8,
  };
}

/** Omits names that occur more than once, such as those of static functions in different files. */
function distinct<T>(entries: readonly (readonly [name: string, value: T])[]): Record<string, T> {
  const counts = new Map<string, number>();
  for (const [name] of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(entries.filter(([name]) => counts.get(name) === 1));
}

/** Restores stored tables. New results take this form, too, so that output does not depend on the cache. */
export function restoreTables({ labels, globals, views, ...rest }: StoredTables): LinkedTables {
  return {
    ...rest,
    labels: labels.map(({ parts, ...label }) =>
      parts === undefined ? label : { ...label, describe: describer(label.name ?? '', parts) },
    ),
    globals: globals.map(({ parts, ...global }) => ({ ...global, describe: describer(global.name, parts) })),
    views: views.map(({ parts, ...view }) => ({ ...view, describe: describer('', parts) })),
  };
}
