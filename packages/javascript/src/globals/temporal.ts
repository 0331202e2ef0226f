import { replacing } from '../world/objects/replacing.js';
import { dateNow } from './time.js';

interface Zoned {
  toPlainDateTime(): unknown;
  toPlainDate(): unknown;
  toPlainTime(): unknown;
}

interface Temporal {
  readonly Instant: { fromEpochMilliseconds(time: number): { toZonedDateTimeISO(timeZone: unknown): Zoned } };
  readonly Now: { timeZoneId(): string };
}

/** `Temporal` of a world, in Node 26 and later: the current time is virtual. */
export function modelTemporal(real: Temporal): object {
  const instant = (): ReturnType<Temporal['Instant']['fromEpochMilliseconds']> =>
    real.Instant.fromEpochMilliseconds(dateNow());
  const zoned = (timeZone: unknown = real.Now.timeZoneId()): Zoned => instant().toZonedDateTimeISO(timeZone);
  const now = {
    instant,
    zonedDateTimeISO: zoned,
    plainDateTimeISO: (timeZone?: unknown) => zoned(timeZone).toPlainDateTime(),
    plainDateISO: (timeZone?: unknown) => zoned(timeZone).toPlainDate(),
    plainTimeISO: (timeZone?: unknown) => zoned(timeZone).toPlainTime(),
  };
  return replacing(real, { Now: replacing(real.Now, now) });
}
