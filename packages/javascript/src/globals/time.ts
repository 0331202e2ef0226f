import { readClock } from '../synchronisation/clock.js';
import { border } from '../world/running/current.js';

/** The start time of every world: 2020-01-01. */
export const EPOCH = Date.UTC(2020, 0, 1);

/** Milliseconds since the program started. */
export const elapsed = readClock;

/** `Date.now` of a world: milliseconds from a fixed start. */
export const dateNow = (): number => EPOCH + elapsed();

function construct(this: unknown, ...parameters: unknown[]): unknown {
  if (!(new.target as unknown)) return new Date(dateNow()).toString();
  const given = parameters.length === 0 ? [dateNow()] : parameters;
  return Reflect.construct(Date, given, new.target);
}

/** `Date` of a world: native dates with virtual current time. */
export const ModelDate = Object.defineProperties(construct, {
  ...Object.getOwnPropertyDescriptors(Date),
  now: { value: dateNow, writable: true, configurable: true },
});

/** Makes `ModelDate`, the `Date` that programs see, the constructor of all dates while a world runs. */
export function installDates(): void {
  border.cross = (isWorld) => {
    Reflect.set(Date.prototype, 'constructor', isWorld ? ModelDate : Date);
  };
}

function hrtimeTuple(since?: readonly [number, number]): [number, number] {
  const [seconds, nanoseconds] = split(elapsed());
  if (since === undefined) return [seconds, nanoseconds];
  const difference = nanoseconds - since[1];
  return difference < 0 ? [seconds - since[0] - 1, difference + 1e9] : [seconds - since[0], difference];
}

function split(milliseconds: number): [number, number] {
  return [Math.floor(milliseconds / 1000), (milliseconds % 1000) * 1e6];
}

/** `process.hrtime`. */
export const hrtime = Object.assign(hrtimeTuple, { bigint: () => BigInt(elapsed()) * 1_000_000n });
