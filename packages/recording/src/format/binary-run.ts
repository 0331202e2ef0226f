import { showNumber } from '@fencepost/core';
import type { RecordedRun } from '../run.js';
import type { Memory } from './memory.js';
import type { RegionNames } from './region-names.js';
import type { OpenRecording } from './open-recording.js';

/** Returns the execution in a binary recording. Places have names after `feed`. */
export function runOfBinary(binary: OpenRecording, name: string): RecordedRun {
  let memory: Memory | undefined;
  return {
    name,
    roots: binary.roots,
    tellsTries: binary.header.tellsTries === true,
    notes: [
      ...(binary.end.notes ?? []),
      ...(binary.damage === undefined ? [] : [`the file is damaged: ${binary.damage}`]),
    ],
    ...(binary.end.unhooked === undefined ? {} : { unhooked: binary.end.unhooked }),
    feed: (events) => {
      const fed = binary.feed(events);
      ({ memory } = fed);
      return fed.operations;
    },
    // Unknown: a monitor then assumes that a compare-and-swap of the initial value succeeds.
    initialValue: () => undefined,
    threadName: recordedThreadName,
    placeName: (place) => nameOf(place, memory, binary.names),
    addressOf: (place) => memory?.addressOf(place),
    showValue: (place, value) => {
      const size = memory?.sizeOf(place) ?? 0;
      const form = memory === undefined ? undefined : binary.names.formOf(memory.addressOf(place), size);
      return form === undefined ? String(value) : showNumber(value, size, form);
    },
    siteOf: (site) => binary.sites.siteOf(site),
  };
}

/** Returns the name of a thread of a native program or of Node, which start with one thread. */
export function recordedThreadName(thread: number): string {
  return thread === 0 ? 'main' : `thread ${thread}`;
}

function nameOf(place: number, memory: Memory | undefined, names: RegionNames): string {
  if (memory === undefined) return `place ${place}`;
  const address = memory.addressOf(place);
  const isObject = memory.sizeOf(place) === 0;
  const known = names.nameOf(address, isObject);
  if (known !== undefined) return known;
  return isObject ? `lock 0x${address.toString(16)}` : `[0x${address.toString(16)}]`;
}
