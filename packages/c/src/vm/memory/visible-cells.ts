import type { Cell, CellSize, MemoryOrder, Operation, RmwFunction, Site, Width } from '@fencepost/core';
import { compareExchange, rmw } from '@fencepost/core';
import type { Context } from '../context/context.js';
import type { Comparison } from './accessed.js';
import type { Lifetimes } from './lifetimes.js';
import { isWhole } from './tearing.js';

/** The cells that visible accesses of a thread take. An access may make new ones, which is noticed. */
export class VisibleCells {
  private readonly context: Pick<Context, 'cells'>;
  private readonly lifetimes: Lifetimes;

  constructor(context: Pick<Context, 'cells'>, lifetimes: Lifetimes) {
    this.context = context;
    this.lifetimes = lifetimes;
  }

  read(address: number, size: CellSize, order: MemoryOrder, site: Site | undefined): readonly Cell[] {
    const { cells: all } = this.context;
    const { made } = all;
    const cells = all.forLoad(address, size, isWhole(address, size, order), site);
    this.lifetimes.noticeNewCells(address, size, made);
    return cells;
  }

  /** `range`: the place of the copy or fill of which the access is a piece. */
  written(
    address: number,
    size: CellSize,
    order: MemoryOrder,
    site: Site | undefined,
    range?: string,
  ): readonly Cell[] {
    const { cells: all } = this.context;
    const { made } = all;
    const cells = all.forStore(address, size, isWhole(address, size, order), site, false, range);
    this.lifetimes.noticeNewCells(address, size, made);
    return cells;
  }

  modified(address: number, size: CellSize, site: Site | undefined): Cell {
    const { cells: all } = this.context;
    const { made } = all;
    const cell = all.forAtomic(address, size, site);
    this.lifetimes.noticeNewCells(address, size, made);
    return cell;
  }
}

/** Returns a name for the copies and fills that this place of the source makes. */
export function rangeAt(site: Site | undefined): string | undefined {
  return site && `${site.file}:${site.line}:${site.column ?? 0}`;
}

/** Whether an access of this size is one operation on all of one cell. */
export function isOne(cells: readonly Cell[], size: CellSize): boolean {
  return cells.length === 1 && cells[0]!.size === size;
}

export function widthOf(size: CellSize): Width {
  return (8 * size) as Width;
}

/** Returns a read-modify-write or (with `comparison`) a compare-and-swap of a whole cell. */
export function modification(
  fn: RmwFunction,
  address: number,
  size: CellSize,
  operand: number,
  comparison: Comparison | undefined,
  order: MemoryOrder,
  site: Site | undefined,
): Operation {
  const operation =
    comparison === undefined
      ? rmw(fn as Exclude<RmwFunction, 'cas'>, address, operand, order, site)
      : compareExchange(address, comparison.expected, operand, order, site, comparison.failureOrder);
  return { ...operation, size, width: widthOf(size) };
}
