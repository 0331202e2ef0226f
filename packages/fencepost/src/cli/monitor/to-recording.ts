import type { MemoryOrder, Site } from '@fencepost/core';
import { encodeWide, orderInCode } from '@fencepost/core';
import type { RecordedOperation, Recording } from '@fencepost/explore';
import type { OpenRecording, RecordedEvents, Swap } from '@fencepost/recording';

/** A recording in binary form as one in JSON form. A start of a thread, or its end, is a step of a place of its own. */
export function toRecording(binary: OpenRecording, name: string): Recording {
  const operations: RecordedOperation[] = [];
  const sites = new Map<number, Site | undefined>();
  const siteOf = (site: number): { site?: Site } => {
    if (!sites.has(site)) sites.set(site, binary.sites.siteOf(site));
    const known = sites.get(site);
    return known === undefined ? {} : { site: known };
  };
  const add = (thread: number, site: number, order: MemoryOrder, rest: Omit<RecordedOperation, 'thread'>): void => {
    operations.push({ thread: `thread ${thread}`, order, ...rest, ...siteOf(site) });
  };
  const placed = (place: number): string => `place ${place}`;
  const meet = (thread: number, site: number, other: number): void => {
    add(thread, site, 'seq_cst', { op: 'exchange', place: `thread ${other}`, value: 1 });
  };
  const swap = (thread: number, place: number, code: number, site: number, change: Swap): void => {
    const { expectedLow, expectedHigh, low, high } = change;
    const expected = word(expectedLow, expectedHigh);
    add(thread, site, orderInCode(code), { op: 'cas', place: placed(place), expected, value: word(low, high) });
  };
  const started = new Set<number>();
  const events: RecordedEvents = {
    load: (thread, place, code, site) => add(thread, site, orderInCode(code), { op: 'load', place: placed(place) }),
    store: (thread, place, code, site, low, high) =>
      add(thread, site, orderInCode(code), { op: 'store', place: placed(place), value: word(low, high) }),
    update: (thread, place, code, site, low, high) =>
      add(thread, site, orderInCode(code), { op: 'exchange', place: placed(place), value: word(low, high) }),
    swap,
    failedSwap: swap,
    fence: (thread, code, site) => add(thread, site, orderInCode(code), { op: 'fence' }),
    spawn: (thread, child, site) => {
      meet(thread, site, child);
      if (!started.has(child)) meet(child, site, child);
      started.add(child);
    },
    join: (thread, child, site) => {
      meet(child, site, child);
      meet(thread, site, child);
    },
    free: () => undefined,
  };
  binary.feed(events);
  return { version: 1, name, operations };
}

function word(low: number, high: number): number {
  return high === 0 && low >= 0 ? encodeWide(BigInt(low)) : encodeWide((BigInt(high) << 32n) | BigInt(low >>> 0));
}
