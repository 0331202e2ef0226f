import type { Context, Thread } from './contexts.js';
import { isOnce } from './contexts.js';
import type { GlobalVariable } from './operations.js';
import type { Range, Targets } from './targets.js';
import { Targets as NewTargets, overlap } from './targets.js';

/** An object that pointers can point to. */
export interface MemoryObject {
  readonly number: number;
  readonly kind: 'variable' | 'frame' | 'heap' | 'function' | 'thread' | 'outside';
  /** The symbol of a variable or a function. */
  readonly symbol: string | undefined;
  readonly bytes: number | undefined;
  /** Where it is allocated, if it is not a global variable. */
  readonly site: { readonly context: Context; readonly block: number } | undefined;
  readonly thread: Thread | undefined;
  readonly variable: GlobalVariable | undefined;
}

/** Values that were stored to a range of an object. */
interface Cell {
  range: Range;
  readonly values: Targets;
  /** The operations that store there. */
  readonly writers: Set<string>;
}

/** Whether the program has only one object of this kind. */
export function isSingle({ kind, site, variable }: MemoryObject): boolean {
  if (variable !== undefined) return !variable.isThreadLocal;
  return (kind === 'frame' || kind === 'heap') && site !== undefined && isOnce({ ...site, index: 0 });
}

/** The contents of all objects, as pointers. */
export class Memory {
  private readonly cells = new Map<number, Map<string, Cell>>();

  load(object: number, range: Range, into: Targets): boolean {
    let isNew = false;
    for (const cell of this.cells.get(object)?.values() ?? []) {
      if (overlap(cell.range, range) && into.addAll(cell.values)) isNew = true;
    }
    return isNew;
  }

  store(object: number, range: Range, values: Targets, writer: string): boolean {
    if (values.objects.size === 0) return false;
    let cells = this.cells.get(object);
    if (cells === undefined) this.cells.set(object, (cells = new Map<string, Cell>()));
    const key = `${range.offset} ${range.stride}`;
    let cell = cells.get(key);
    let isNew = false;
    if (cell === undefined) cells.set(key, (cell = { range, values: new NewTargets(), writers: new Set() }));
    else if (cell.range.bytes < range.bytes) {
      cell.range = range;
      isNew = true;
    }
    cell.writers.add(writer);
    return cell.values.addAll(values) || isNew;
  }

  /** Copies what one range holds to another, at the same distance from its beginning if that is known. */
  copy(from: number, source: Range, to: number, target: Range, writer: string): boolean {
    let isNew = false;
    for (const { range, values } of [...(this.cells.get(from)?.values() ?? [])]) {
      if (!overlap(range, source)) continue;
      const isExact = source.stride === 0 && target.stride === 0 && range.stride === 0;
      const moved = isExact
        ? { ...range, offset: range.offset - source.offset + target.offset }
        : { offset: 0, stride: 1, bytes: 1 };
      if (this.store(to, moved, values, writer)) isNew = true;
    }
    return isNew;
  }

  /** Returns all values in an object. */
  contents(object: number): readonly Targets[] {
    return [...(this.cells.get(object)?.values() ?? [])].map(({ values }) => values);
  }

  /** Returns the operations that store to a range. */
  writers(object: number, range: Range): Set<string> {
    const found = new Set<string>();
    for (const cell of this.cells.get(object)?.values() ?? []) {
      if (overlap(cell.range, range)) for (const writer of cell.writers) found.add(writer);
    }
    return found;
  }
}
