import type { RecordedEvents } from '../events.js';

/** Returns a visitor that passes every event to all of them. */
export function together(all: readonly RecordedEvents[]): RecordedEvents {
  if (all.length === 1) return all[0]!;
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
