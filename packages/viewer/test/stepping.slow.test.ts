import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '@fencepost/testing/browser';
import { several } from './reports.js';

const open = useBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const slider = (page: Page) => page.getByRole('slider', { name: 'Step' });
const currentStep = (page: Page) => page.locator('.step[aria-current="step"]');

interface State {
  readonly now: string;
  readonly buffers: string[];
  readonly memory: string[];
}

async function stateOf(page: Page): Promise<State> {
  const spaced = (texts: string[]): string[] => texts.map((text) => text.replace(/\s+/g, ' ').trim());
  return {
    now: spaced([await page.getByRole('status').innerText()])[0]!,
    buffers: spaced(await page.locator('.buffer').allInnerTexts()),
    memory: spaced(await page.locator('.place').allInnerTexts()),
  };
}

const START: State = {
  now: 'Before the first step',
  buffers: ['sender empty', 'receiver empty'],
  memory: ['data 0', 'flag 0'],
};
const SECOND: State = {
  now: 'Step 2 of 6, sender, line 4 flag = 1',
  buffers: ['sender data = 1', 'receiver empty'],
  memory: ['data 0', 'flag 1'],
};
const END: State = {
  now: 'Step 6 of 6, sender, line 3 data = 1 reaches memory',
  buffers: ['sender empty', 'receiver empty'],
  memory: ['data 1', 'flag 1'],
};

describe('walking through an execution', () => {
  it('goes by buttons', async () => {
    const page = await open(several);
    await button(page, 'To the start').click();
    expect(await stateOf(page)).toEqual(START);
    await button(page, 'Step forward').click();
    await button(page, 'Step forward').click();
    expect(await stateOf(page)).toEqual(SECOND);
    await button(page, 'To the end').click();
    expect(await stateOf(page)).toEqual(END);
    await button(page, 'Step forward').press('Enter');
    expect(await stateOf(page)).toEqual(END);
    await button(page, 'Step back').click();
    expect((await stateOf(page)).now).toBe('Step 5 of 6, receiver fails: data is there');
    await button(page, 'To the start').click();
    expect(await stateOf(page)).toEqual(START);
  });

  it('goes by keys, at once after the page was opened', async () => {
    const page = await open(several);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await stateOf(page)).toEqual(SECOND);
    expect(await currentStep(page).evaluate((step) => step === document.activeElement)).toBe(true);
    await page.keyboard.press('End');
    expect(await stateOf(page)).toEqual(END);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    expect((await stateOf(page)).now).toContain('Step 4 of 6');
    await page.keyboard.press('Home');
    expect(await stateOf(page)).toEqual(START);
    await page.keyboard.press('ArrowLeft');
    expect(await stateOf(page)).toEqual(START);
  });

  it('leaves keys with modifiers to the browser', async () => {
    const page = await open(several);
    await slider(page).fill('0');
    await button(page, 'Step forward').press('Shift+ArrowRight');
    expect(await stateOf(page)).toEqual(START);
  });

  it('goes by the slider', async () => {
    const page = await open(several);
    await slider(page).fill('2');
    expect(await stateOf(page)).toEqual(SECOND);
    expect(await slider(page).getAttribute('aria-valuetext')).toBe('step 2 of 6');
    await slider(page).press('End');
    expect(await stateOf(page)).toEqual(END);
    await button(page, 'Step back').click();
    expect(await slider(page).inputValue()).toBe('5');
  });

  it('begins at the failure, and jumps back to it and along the cycle', async () => {
    const page = await open(several);
    const now = async () => (await stateOf(page)).now;
    expect(await now()).toBe('Step 5 of 6, receiver fails: data is there');
    const cycle: string[] = [];
    for (let i = 0; i < 5; i++) {
      await page.getByRole('button', { name: /^Next in cycle/ }).click();
      cycle.push(/Step (\d)/.exec(await now())![1]!);
    }
    await button(page, 'Next in cycle (1 of 4)').waitFor();
    expect(cycle).toEqual(['1', '2', '3', '4', '1']);
    await button(page, 'Go to failure').click();
    expect(await now()).toContain('Step 5 of 6');
  });

  it('goes to a step that is clicked', async () => {
    const page = await open(several);
    await page.locator('.step', { hasText: 'flag = 1' }).click();
    expect(await stateOf(page)).toEqual(SECOND);
    expect(await currentStep(page).innerText()).toContain('flag = 1');
    expect(await page.locator('.step.done').count()).toBe(2);
  });

  it('plays to the end, and pauses', async () => {
    const page = await open(several);
    await slider(page).fill('0');
    await page.clock.install();
    await page.locator('.step').first().focus();
    await page.keyboard.press('Space');
    await page.clock.runFor(950);
    expect((await stateOf(page)).now).toContain('Step 1 of 6');
    await button(page, 'Pause').click();
    await page.clock.runFor(5000);
    expect((await stateOf(page)).now).toContain('Step 1 of 6');
    await button(page, 'Play').press('Space');
    for (let i = 0; i < 6; i++) await page.clock.runFor(950);
    expect(await stateOf(page)).toEqual(END);
    await button(page, 'Play').click();
    expect(await stateOf(page)).toEqual(START);
    await page.clock.resume();
  });

  it('shows the source of the step that is current, pointed at or focused', async () => {
    const page = await open(several);
    const source = page.getByRole('region', { name: 'Source' });
    await slider(page).fill('2');
    expect(await source.locator('.here').innerText()).toContain('/* mp.c, line 4 */');
    await page.locator('.step', { hasText: 'data → 0' }).hover();
    expect(await source.locator('.here').innerText()).toContain('/* mp.c, line 9 */');
    expect(await source.locator('.line').count()).toBe(7);
    await page.mouse.move(0, 0);
    expect(await source.locator('.here').innerText()).toContain('/* mp.c, line 4 */');
    await page.locator('.step', { hasText: 'flag → 1' }).focus();
    expect(await source.locator('.here').innerText()).toContain('/* mp.c, line 8 */');
  });
});
