import { count } from '@fencepost/report';

/** Formats a duration: `0:03`, `1:02:03`, `12 days`. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  if (hours >= 100) return `${roughly(hours / 24)} days`;
  const minutes = Math.floor(whole / 60) % 60;
  const two = (number: number): string => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Returns the first digits of an approximate number. */
export function roughly(number: number): string {
  if (number < 10) return number.toPrecision(1);
  const rounded = Number(number.toPrecision(number < 1e3 ? 2 : 3));
  return rounded < 1e12 ? count(rounded) : rounded.toExponential().replace('e+', ' × 10^');
}
