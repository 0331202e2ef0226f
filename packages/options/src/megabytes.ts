const MEGABYTES: Readonly<Record<string, number>> = { m: 1, g: 1024 };
/** The minimum for the smallest program. */
const LEAST = 256;

/** Parses `512m`, `4g`, `1.5g` to megabytes; undefined for anything else, or too little. */
export function megabytesIn(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([mg])$/i.exec(text.trim()) ?? [];
  const megabytes = Math.floor(Number(digits) * MEGABYTES[unit.toLowerCase()]!);
  return megabytes >= LEAST && Number.isSafeInteger(megabytes) ? megabytes : undefined;
}
