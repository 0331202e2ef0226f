import {
  ADDRESS, BYTES, EXPECTED, READ, SITE, THREAD, WHAT, WRITTEN, stepAt,
} from '@fencepost/javascript/recorded'; // prettier-ignore
import type { PlainEvent } from '@fencepost/recording';

const HALF = 2 ** 32;

const event: PlainEvent = {
  what: 0,
  where: 0,
  thread: 0,
  address: 0,
  bytes: 0,
  readLow: 0,
  readHigh: 0,
  writtenLow: 0,
  writtenHigh: 0,
  expectedLow: 0,
  expectedHigh: 0,
};

/** Returns a step from the ring; valid until the next call. */
export function readStep(words: Int32Array, count: number): PlainEvent {
  const at = stepAt(count);
  event.what = words[at + WHAT]!;
  event.where = words[at + SITE]!;
  event.thread = words[at + THREAD]!;
  event.address = (words[at + ADDRESS]! >>> 0) + words[at + ADDRESS + 1]! * HALF;
  event.bytes = words[at + BYTES]!;
  event.readLow = words[at + READ]!;
  event.readHigh = words[at + READ + 1]!;
  event.writtenLow = words[at + WRITTEN]!;
  event.writtenHigh = words[at + WRITTEN + 1]!;
  event.expectedLow = words[at + EXPECTED]!;
  event.expectedHigh = words[at + EXPECTED + 1]!;
  return event;
}
