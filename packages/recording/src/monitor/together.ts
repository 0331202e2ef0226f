import type { RecordedEvents } from '../events.js';

/** Returns a visitor that passes every event to all of them. */
export function together(all: readonly RecordedEvents[]): RecordedEvents {
  if (all.length === 1) return all[0]!;
  if (all.length === 2) return both(all[0]!, all[1]!);
  const local = (thread: number, site: number): void => {
    for (const each of all) each.local!(thread, site);
  };
  return {
    ...(all.every((each) => each.local !== undefined) ? { local } : {}),
    load: (thread, place, code, site) => {
      for (const each of all) each.load(thread, place, code, site);
    },
    store: (thread, place, code, site, low, high) => {
      for (const each of all) each.store(thread, place, code, site, low, high);
    },
    update: (thread, place, code, site, low, high) => {
      for (const each of all) each.update(thread, place, code, site, low, high);
    },
    swap: (thread, place, code, site, change) => {
      for (const each of all) each.swap(thread, place, code, site, change);
    },
    failedSwap: (thread, place, code, site, change) => {
      for (const each of all) each.failedSwap(thread, place, code, site, change);
    },
    fence: (thread, code, site) => {
      for (const each of all) each.fence(thread, code, site);
    },
    spawn: (thread, child, site) => {
      for (const each of all) each.spawn(thread, child, site);
    },
    join: (thread, child, site) => {
      for (const each of all) each.join(thread, child, site);
    },
    free: (thread, place, site) => {
      for (const each of all) each.free(thread, place, site);
    },
    used: (thread, place, site, by, freeSite) => {
      for (const each of all) each.used?.(thread, place, site, by, freeSite);
    },
    outside: (thread, place, low, high) => {
      for (const each of all) each.outside(thread, place, low, high);
    },
  };
}

/** The same for two of them, the usual case: without loops, which take time for each event. */
function both(one: RecordedEvents, other: RecordedEvents): RecordedEvents {
  const local = (thread: number, site: number): void => {
    one.local!(thread, site);
    other.local!(thread, site);
  };
  return {
    ...(one.local !== undefined && other.local !== undefined ? { local } : {}),
    load: (thread, place, code, site) => {
      one.load(thread, place, code, site);
      other.load(thread, place, code, site);
    },
    store: (thread, place, code, site, low, high) => {
      one.store(thread, place, code, site, low, high);
      other.store(thread, place, code, site, low, high);
    },
    update: (thread, place, code, site, low, high) => {
      one.update(thread, place, code, site, low, high);
      other.update(thread, place, code, site, low, high);
    },
    swap: (thread, place, code, site, change) => {
      one.swap(thread, place, code, site, change);
      other.swap(thread, place, code, site, change);
    },
    failedSwap: (thread, place, code, site, change) => {
      one.failedSwap(thread, place, code, site, change);
      other.failedSwap(thread, place, code, site, change);
    },
    fence: (thread, code, site) => {
      one.fence(thread, code, site);
      other.fence(thread, code, site);
    },
    spawn: (thread, child, site) => {
      one.spawn(thread, child, site);
      other.spawn(thread, child, site);
    },
    join: (thread, child, site) => {
      one.join(thread, child, site);
      other.join(thread, child, site);
    },
    free: (thread, place, site) => {
      one.free(thread, place, site);
      other.free(thread, place, site);
    },
    used: (thread, place, site, by, freeSite) => {
      one.used?.(thread, place, site, by, freeSite);
      other.used?.(thread, place, site, by, freeSite);
    },
    outside: (thread, place, low, high) => {
      one.outside(thread, place, low, high);
      other.outside(thread, place, low, high);
    },
  };
}
