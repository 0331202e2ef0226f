import type { RecordedRun } from '../run.js';
import type { Memory } from './memory.js';
import type { OpenRecording } from './open-recording.js';

/** The execution in a recording of binary form. Places have names once it was fed. */
export function runOfBinary(binary: OpenRecording, name: string): RecordedRun {
  let memory: Memory | undefined;
  return {
    name,
    roots: 1,
    feed: (events) => {
      ({ memory } = binary.feed(events));
    },
    // Not told: a monitor then takes it that a compare-and-swap of what was there first succeeds.
    initialValue: () => undefined,
    threadName: (thread) => (thread === 0 ? 'main' : `thread ${thread}`),
    placeName: (place) => nameOf(place, memory),
    siteOf: (site) => binary.sites.siteOf(site),
  };
}

function nameOf(place: number, memory: Memory | undefined): string {
  if (memory === undefined) return `place ${place}`;
  const address = `0x${memory.addressOf(place).toString(16)}`;
  return memory.sizeOf(place) === 0 ? `lock ${address}` : `[${address}]`;
}
