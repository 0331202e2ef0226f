import type { RecordedRun } from '../run.js';
import { checkForm } from './form.js';
import { Numbers } from './numbers.js';
import type { Recording } from './recording.js';
import { Replayer } from './replayer.js';
import { valueOf } from './values.js';

/**
 * Converts a recording in JSON to a run for monitors. Refuses operations that are impossible under SC, with their
 * position.
 */
export function runOfRecording(recording: Recording): RecordedRun {
  checkForm(recording);
  const { name, operations, initial = {} } = recording;
  const numbers = new Numbers(operations);
  const initialOf = (place: string): bigint | undefined =>
    Object.hasOwn(initial, place) ? valueOf(initial[place]!, 64) : 0n;
  // A first pass refuses mistakes before any event is reported.
  new Replayer(numbers, initialOf).run(operations);
  return {
    name,
    roots: numbers.roots,
    tellsTries: true,
    initialValue: (place) => {
      const { text, isReused } = numbers.placeAt(place);
      return isReused ? undefined : initialOf(text);
    },
    threadName: (thread) => numbers.threadNames[thread]!,
    placeName: (place) => numbers.placeAt(place).text,
    siteOf: (site) => numbers.sites[site],
    feed: (events) => {
      new Replayer(numbers, initialOf, events).run(operations);
      return operations.length;
    },
  };
}
