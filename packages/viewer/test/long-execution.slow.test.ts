import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '@fencepost/testing/browser';
import { checkOf, failureOf, longExecution, reportOf } from './reports.js';

const open = useBrowser();
const LIMIT = 100;

const KEYS = ['Home', ...Array<string>(20).fill('ArrowRight'), 'End', ...Array<string>(10).fill('ArrowLeft')];

/** Once what has been asked for is painted. What is posted in a frame comes after its painting. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  });
}

/**
 * What each step takes of the page's thread until it is painted, in milliseconds, without the jumps to the other end,
 * 2,000 steps away. CPU time: a busy machine makes a reader wait, but that is not what is measured.
 */
async function stepTimes(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
  await page.locator('.step[tabindex="0"]').focus();
  const times: number[] = [];
  for (const key of KEYS) {
    const before = await spent();
    await page.keyboard.press(key);
    await page.evaluate(painted);
    if (key.startsWith('Arrow')) times.push((await spent()) - before);
  }
  return times;
}

describe('an execution of 2,000 steps', { timeout: 120_000 }, () => {
  const counterexample = longExecution(500);
  const long = reportOf(checkOf('mp.c', 'tso', { verdict: 'failing', failures: [failureOf(counterexample, 'late')] }));

  it('is walked through without waiting', async () => {
    expect(counterexample.story.steps).toHaveLength(2000);
    const page = await open(long);
    await page.getByRole('button', { name: 'All steps' }).click();
    expect(await page.locator('.step').count()).toBe(2000);
    // The quickest of some rounds counts, for each step on its own: once in a while a step pays for garbage.
    let best = await stepTimes(page);
    for (let round = 1; round < 4 && Math.max(...best) >= LIMIT; round++) {
      const times = await stepTimes(page);
      best = best.map((time, i) => Math.min(time, times[i]!));
    }
    expect(Math.max(...best)).toBeLessThan(LIMIT);
    expect(await page.getByRole('status').innerText()).toContain('Step 1990 of 2000');
  });

  it('is folded at first, and unfolded at the step one is at', async () => {
    const page = await open(long);
    const status = page.getByRole('status');
    const gaps = page.locator('.step.kind-gap');
    expect(await page.locator('.step').count()).toBeLessThan(60);
    expect(await status.innerText()).toContain('of 2000');
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.keyboard.press('ArrowRight');
    expect(await status.innerText()).toContain('Step 1 of 2000');
    expect(await gaps.first().getAttribute('aria-label')).toMatch(/^\d+ steps that are not shown$/);
    await gaps.first().click();
    expect(await gaps.count()).toBe(0);
    expect(await page.locator('.step').count()).toBe(2000);
    expect(await status.innerText()).toContain('Step 1 of 2000');
    await page.getByRole('button', { name: 'All steps' }).click();
    expect(await status.innerText()).toContain('Step 1 of 2000');
  });

  it('shows the current step, and its effect on memory', async () => {
    const page = await open(long);
    await page.getByRole('button', { name: 'All steps' }).click();
    await page.getByRole('slider').fill('1996');
    const step = (await page.locator('.step[aria-current]').boundingBox())!;
    const lanes = (await page.locator('.lanes').boundingBox())!;
    expect(step.y).toBeGreaterThan(lanes.y);
    expect(step.y + step.height).toBeLessThan(lanes.y + lanes.height);
    const fresh = (await page.locator('.place.fresh').boundingBox())!;
    const memory = (await page.locator('.memory dl').boundingBox())!;
    expect(await page.locator('.place.fresh').innerText()).toBe('v[18]\n498');
    expect(fresh.y).toBeGreaterThanOrEqual(memory.y);
    expect(fresh.y + fresh.height).toBeLessThanOrEqual(memory.y + memory.height);
  });
});
