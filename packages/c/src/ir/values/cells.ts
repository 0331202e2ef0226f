import type { Context } from '../races/contexts.js';
import { isOnceInThread } from '../races/contexts.js';
import type { MemoryObject } from '../races/memory.js';
import { isSingle } from '../races/memory.js';
import type { CallOperation, Sources } from '../races/operations.js';
import type { PointsTo } from '../races/points-to.js';
import type { Range } from '../races/targets.js';
import { overlap } from '../races/targets.js';

/** A part of memory that all accesses to it access as a whole, or equal parts of an array. */
export interface Cell {
  readonly number: number;
  readonly object: MemoryObject;
  readonly range: Range;
  readonly bits: number;
  /** Whether it stands for several elements. */
  readonly isArray: boolean;
  /**
   * Which objects it is part of: one that several threads may know, one of each thread that only that thread knows, or any
   * number.
   */
  readonly extent: 'shared' | 'own' | 'many';
}

/** The parts of memory that a program accesses as numbers. */
export class Cells {
  readonly all: Cell[] = [];
  /** In bytes. */
  readonly pointerSize: number;
  /** The memory of locks and the like. */
  readonly locks: readonly { readonly object: MemoryObject; readonly range: Range }[];
  private readonly pointsTo: PointsTo;
  private readonly byCall = new Map<Context, readonly Cell[]>();
  private readonly byObject = new Map<number, Cell[]>();

  constructor(pointsTo: PointsTo, shared: ReadonlySet<number>) {
    this.pointsTo = pointsTo;
    this.pointerSize = pointsTo.contexts.threads[0]!.root.body.code.layout.pointerSize;
    const changed = this.errno();
    this.locks = this.synchronised();
    for (const [number, ranges] of this.accessed()) {
      const object = pointsTo.objects[number]!;
      if (changed.has(number)) continue;
      if (object.kind !== 'variable' && object.kind !== 'frame' && object.kind !== 'heap') continue;
      const extent = extentOf(object, shared);
      const cells = groups(ranges).flatMap((group) => {
        const range = common(group);
        if (range === undefined) return [];
        if (this.locks.some((each) => each.object === object && overlap(each.range, range))) return [];
        const isArray = group.length > 1 || range.stride > 0;
        return [{ number: 0, object, range, bits: 8 * range.bytes, isArray, extent }];
      });
      this.byObject.set(
        number,
        cells.map((cell) => this.add(cell)),
      );
    }
  }

  /** Returns the cells of an access; an undefined one is memory of which nothing is known. */
  of(address: Sources, context: Context, bytes: number): (Cell | undefined)[] {
    return this.pointsTo.ranges(address, context, bytes).flatMap(({ object, range }): readonly (Cell | undefined)[] => {
      const found = this.within(object.number, range);
      return found.length > 0 ? found : [undefined];
    });
  }

  /** Returns the cells that have a byte in common with the range. */
  within(object: number, range: Range): readonly Cell[] {
    return (this.byObject.get(object) ?? []).filter((cell) => overlap(cell.range, range));
  }

  objectCells(object: number): readonly Cell[] {
    return this.byObject.get(object) ?? [];
  }

  /** Returns the cells of the variables of a call. */
  ofCall(context: Context): readonly Cell[] {
    let found = this.byCall.get(context);
    if (found === undefined) {
      found = this.all.filter(({ object: { kind, site } }) => kind === 'frame' && site?.context === context);
      this.byCall.set(context, found);
    }
    return found;
  }

  private add(cell: Cell): Cell {
    const added = { ...cell, number: this.all.length };
    this.all.push(added);
    return added;
  }

  /** Returns the objects in which the library stores errors. */
  private errno(): Set<number> {
    const found = new Set<number>();
    this.calls((call, context, names) => {
      if (!names.includes('@__errno_location')) return;
      for (const number of this.pointsTo.targetsOf(context.first + call.to).objects.keys()) found.add(number);
    });
    return found;
  }

  private synchronised(): { readonly object: MemoryObject; readonly range: Range }[] {
    const found: { object: MemoryObject; range: Range }[] = [];
    this.calls((call, context, names) => {
      const bytes = Math.max(0, ...names.map((name) => bytesOfLock(name.slice(1))));
      if (bytes === 0) return;
      for (const argument of call.arguments.slice(0, 2)) found.push(...this.pointsTo.ranges(argument, context, bytes));
    });
    return found;
  }

  private calls(visit: (call: CallOperation, context: Context, names: readonly string[]) => void): void {
    for (const context of this.pointsTo.contexts.all) {
      for (const { operations } of context.body.blocks) {
        for (const each of operations) {
          if (each.kind === 'call') visit(each, context, this.pointsTo.callees(each, context));
        }
      }
    }
  }

  private accessed(): Map<number, Map<string, Range>> {
    const found = new Map<number, Map<string, Range>>();
    for (const context of this.pointsTo.contexts.all) {
      for (const { operations } of context.body.blocks) {
        for (const operation of operations) {
          if (operation.kind !== 'load' && operation.kind !== 'store') continue;
          for (const { object, range } of this.pointsTo.ranges(operation.address, context, operation.bytes)) {
            let ranges = found.get(object.number);
            if (ranges === undefined) found.set(object.number, (ranges = new Map<string, Range>()));
            ranges.set(`${range.offset} ${range.stride} ${range.bytes}`, range);
          }
        }
      }
    }
    return found;
  }
}

const LOCKS = /^(?:pthread_(?:mutex|cond|rwlock|barrier|spin)_|mtx_|cnd_|sem_)/;

/** Returns how many bytes of what it is given a function changes to synchronise; 0: it does not synchronise. */
export function bytesOfLock(name: string): number {
  // The least sizes of these types; no variable of the program can be within them.
  if (name.startsWith('pthread_spin_')) return 4;
  if (/^(?:sem|pthread_barrier)_/.test(name)) return 16;
  return LOCKS.test(name) ? 24 : 0;
}

function extentOf(object: MemoryObject, shared: ReadonlySet<number>): Cell['extent'] {
  const { kind, variable, site, number } = object;
  if (variable?.isThreadLocal === true) return shared.has(number) ? 'many' : 'own';
  if (shared.has(number)) return isSingle(object) ? 'shared' : 'many';
  if (variable !== undefined || site === undefined) return 'shared';
  // A call has its own variables, and ends before the next call of this kind.
  if (kind === 'frame') return site.context.block(site.block).isRepeated || site.context.isRecursive ? 'many' : 'own';
  return isOnceInThread({ ...site, index: 0 }) ? 'own' : 'many';
}

/** Returns the ranges in groups such that ranges of different groups have no byte in common. */
function groups(ranges: ReadonlyMap<string, Range>): Range[][] {
  let found: Range[][] = [];
  for (const range of ranges.values()) {
    const near = found.filter((group) => group.some((each) => overlap(each, range)));
    found = [...found.filter((group) => !near.includes(group)), [...near.flat(), range]];
  }
  return found;
}

/** Returns a range for all of these, of which each is one element; undefined if they are not of one size. */
function common(group: readonly Range[]): Range | undefined {
  const [{ offset, stride, bytes }, ...others] = group as [Range, ...Range[]];
  if (others.length === 0 && stride === 0) return { offset, stride, bytes };
  const isElement = (each: Range): boolean =>
    each.bytes === bytes && (each.offset - offset) % bytes === 0 && each.stride % bytes === 0;
  if (bytes === 0 || !group.every(isElement)) return undefined;
  const strides = group.map((each) => each.stride);
  const least = Math.min(...strides.filter((each) => each > 0));
  if (!Number.isFinite(least)) return undefined;
  const same = group.every((each) => each.stride % least === 0 && (each.offset - offset) % least === 0);
  return same ? { offset, stride: least, bytes } : { offset: ((offset % bytes) + bytes) % bytes, stride: bytes, bytes };
}
