const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

/** Parses `60`, `60s`, `500ms`, `5m`, `1h`, `30d` to seconds; undefined for anything else, or zero. */
export function secondsIn(text: string): number | undefined {
  const [, digits, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim()) ?? [];
  const seconds = Number(digits) * SECONDS[unit]!;
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
}
