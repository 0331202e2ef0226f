import type { Cell, CellSize, Site } from '@fencepost/core';
import { LoadedParts, formatSite, modelsWithoutBuffers } from '@fencepost/core';
import type { Context } from '../../world/context/context.js';
import type { Run } from '../../world/running/current.js';

const loadedIn = new WeakMap<Run, LoadedParts>();

/**
 * Notices that a thread loads different parts of a larger cell with plain loads: a bound for models that may reorder
 * such loads, unless no access races.
 */
export function noticePartialLoad(
  context: Context,
  run: Run,
  cell: Cell,
  address: number,
  size: CellSize,
  siteOf: () => Site | undefined,
): void {
  const loaded = loadedIn.get(run) ?? new LoadedParts();
  loadedIn.set(run, loaded);
  if (loaded.hasOther(cell, address, size)) limit(context, siteOf());
  loaded.add(cell, address, size);
}

function limit(context: Context, site: Site | undefined): void {
  const place = site === undefined ? '' : ` at ${formatSite(site)}`;
  const what = `the load of a part of an element, after one of another part${place}`;
  context.limits.set(what, {
    what,
    bound: 'as a load of the whole element, which orders more than the model requires',
    advice: 'access the bytes with one width, or without a data race',
    models: modelsWithoutBuffers(),
  });
}
