import { KIND_NAMES, OBJECT, ORDER_BITS, orderInCode } from '@fencepost/core';
import type { RecordedEvents, RecordingSource } from '@fencepost/recording';
import { openRecording } from '@fencepost/recording';

const named = (code: number): string => {
  const kind = code >> ORDER_BITS;
  return `${kind === OBJECT ? 'object' : KIND_NAMES[kind]!} ${orderInCode(code)}`;
};
const value = (low: number, high: number): string => ((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)).toString(16);

/** The events of a recording, a line each. */
export function eventsAsText(source: RecordingSource): string[] {
  const lines: string[] = [];
  const events: RecordedEvents = {
    load: (thread, place, code) => lines.push(`${thread}: ${named(code)} p${place}`),
    store: (thread, place, code, _site, low, high) =>
      lines.push(`${thread}: ${named(code)} p${place} = ${value(low, high)}`),
    update: (thread, place, code, _site, low, high) =>
      lines.push(`${thread}: ${named(code)} p${place} := ${value(low, high)}`),
    swap: (thread, place, code, _site, { expectedLow, expectedHigh, low, high }) =>
      lines.push(`${thread}: ${named(code)} p${place} ${value(expectedLow, expectedHigh)} -> ${value(low, high)}`),
    failedSwap: (thread, place, code, _site, change) => {
      const { expectedLow, expectedHigh, low, high, failureOrder } = change;
      const operands = `${value(expectedLow, expectedHigh)} -> ${value(low, high)}`;
      lines.push(`${thread}: ${named(code)} p${place} not ${operands}, ${failureOrder}`);
    },
    fence: (thread, code) => lines.push(`${thread}: ${named(code)}`),
    spawn: (thread, child) => lines.push(`${thread}: spawn ${child}`),
    join: (thread, child) => lines.push(`${thread}: join ${child}`),
    free: (thread, place) => lines.push(`${thread}: free p${place}`),
    outside: (thread, place, low, high) => lines.push(`${thread}: outside p${place} = ${value(low, high)}`),
  };
  openRecording(source).feed(events);
  return lines;
}
