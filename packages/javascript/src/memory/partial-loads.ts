import type { Cell, CellSize, Site } from '@fencepost/core';
import { formatSite, isStoreBufferModel, models } from '@fencepost/core';
import type { Context } from '../world/context.js';
import type { Run } from '../world/current.js';

/** Some bytes of a cell. */
interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** What a run has loaded of cells, by the address of the cell. */
const loaded = new WeakMap<Run, Map<number, Bytes[]>>();

/**
 * A thread loads part of a larger cell, by a load of the whole, so a later one finds no older value. With store buffers, loads are in
 * order anyway. ARMv8 may exchange plain loads of parts that do not overlap: then less is explored than it allows, unless no
 * access races (decision 27).
 */
export function noticePartialLoad(
  context: Context,
  run: Run,
  cell: Cell,
  address: number,
  size: CellSize,
  siteOf: () => Site | undefined,
): void {
  const start = Math.max(address, cell.address);
  const end = Math.min(address + size, cell.address + cell.size);
  const cells = loaded.get(run) ?? new Map<number, Bytes[]>();
  loaded.set(run, cells);
  const own = cells.get(cell.address) ?? [];
  if (own.some((other) => other.end <= start || end <= other.start)) limit(context, siteOf());
  if (own.some((other) => other.start === start && other.end === end)) return;
  cells.set(cell.address, [...own, { start, end }]);
}

function limit(context: Context, site: Site | undefined): void {
  const place = site === undefined ? '' : ` at ${formatSite(site)}`;
  const what = `the load of a part of an element, after one of another part${place}`;
  context.limits.set(what, {
    what,
    bound: 'as a load of the whole element, which orders more than the model does',
    advice: 'access the bytes with one width, or without a data race',
    models: models()
      .filter((model) => !isStoreBufferModel(model))
      .map(({ name }) => name),
  });
}
