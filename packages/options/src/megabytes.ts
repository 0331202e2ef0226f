const MEGABYTES: Readonly<Record<string, number>> = { m: 1, g: 1024 };
/** Less would not do for the smallest program. */
const LEAST = 256;

/** Megabytes in `512m`, `4g`, `1.5g`; undefined if it is none of these, or too little. */
export function megabytesIn(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([mg])$/i.exec(text.trim()) ?? [];
  const megabytes = Math.floor(Number(digits) * MEGABYTES[unit.toLowerCase()]!);
  return megabytes >= LEAST && Number.isSafeInteger(megabytes) ? megabytes : undefined;
}
