import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { laterByCpu } from '../src/later.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns after how many milliseconds a grace period of 500 is over if the process gets this share of a core. */
function overAfter(share: number, most = 20_000): number {
  const cpu = (): number => 1000 * share * performance.now();
  vi.spyOn(process, 'cpuUsage').mockImplementation((since) => ({ user: cpu() - (since?.user ?? 0), system: 0 }));
  const started = performance.now();
  let ended = Infinity;
  const stop = laterByCpu(500, () => (ended = performance.now() - started));
  vi.advanceTimersByTime(most);
  stop();
  vi.advanceTimersByTime(10_000);
  return ended;
}

it('a grace period is longer if the process gets little of the machine, but not for ever', () => {
  expect(overAfter(1)).toBe(500);
  expect(overAfter(3)).toBe(500);
  expect(overAfter(0.25)).toBeGreaterThan(1900);
  expect(overAfter(0.25)).toBeLessThan(2100);
  expect(overAfter(0)).toBeGreaterThanOrEqual(5000);
  expect(overAfter(0)).toBeLessThan(5600);
  // It was ended before.
  expect(overAfter(0.25, 1500)).toBe(Infinity);
  expect(vi.getTimerCount()).toBe(0);
});

it('what is to come later does not keep the process alive', () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  expect(overAfter(0.25)).toBeGreaterThan(1900);
  expect(timers.mock.results.length).toBeGreaterThan(1);
  for (const { value } of timers.mock.results) expect((value as NodeJS.Timeout).hasRef()).toBe(false);
});
