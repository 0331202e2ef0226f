import type { RecordedEvents } from '../events.js';

/** Returns a visitor that passes every event to all of them. */
export function together(all: readonly RecordedEvents[]): RecordedEvents {
  return all.reduce(both);
}

/** Loops would take time for each event. */
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
