import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '@fencepost/testing/browser';
import { lowContrasts } from './contrast.js';
import { manyThreads, several } from './reports.js';

const open = useBrowser();

/** Role, name and whether one can see that it has the focus, of what the tab key leads to. */
async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = [];
  while (stops.length < 60) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const name = element.getAttribute('aria-label') ?? element.textContent;
      const visible = outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2;
      return `${element.localName} ${name}${visible ? '' : ' (focus cannot be seen)'}`;
    });
    if (stop === undefined) return stops;
    stops.push(stop);
  }
  throw new Error('the tab key leads nowhere');
}

describe('accessibility', () => {
  it('leads to everything by the tab key, once', async () => {
    const page = await open(several);
    expect(await tabStops(page)).toEqual([
      'button Light or dark',
      ...(await page.locator('nav a').allTextContents()).map((text) => `a ${text}`),
      'button To the start',
      'button Step back',
      'button Play',
      'button Step forward',
      'button To the end',
      'input Step',
      'button Go to failure',
      'button Next in cycle',
      'button 5, receiver, fails: data is there',
      'pre Command that shows this execution',
      'button Copy',
      'div ' + (await page.locator('.table').textContent())!,
    ]);
  });

  it('has a name for every control, region and list that can be operated', async () => {
    const page = await open(several);
    const tree = await page.locator('body').ariaSnapshot();
    const controls = tree.match(/^ *- (?:button|link|slider|navigation|region).*$/gm)!;
    expect(controls.length).toBeGreaterThan(15);
    expect(controls.filter((line) => !/- \w+ "[^"]+/.test(line))).toEqual([]);
    expect(tree).toContain('- heading "Fencepost 0.1.0" [level=1]');
    expect(tree).toContain('- rowheader "src/mp.c"');
  });

  it('says the current step', async () => {
    const page = await open(several);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('status').ariaSnapshot()).toContain('Step 1 of 6, sender, line 3');
    expect(await page.locator('.step[aria-current="step"]').getAttribute('aria-label')).toBe(
      '1, sender, line 3, data = 1, in buffer',
    );
  });

  it.each(['light', 'dark'] as const)('has enough contrast when it is %s', async (colorScheme) => {
    const page = await open(manyThreads, { colorScheme });
    for (const position of [0, 3, 20]) {
      await page.getByRole('slider').fill(String(position));
      const { checked, low } = await page.evaluate(lowContrasts);
      expect(checked).toBeGreaterThan(100);
      expect(low).toEqual([]);
    }
  });

  it('notices text that has too little', async () => {
    const page = await open(several);
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('.summary')!.style.color = '#999';
    });
    expect((await page.evaluate(lowContrasts)).low).toEqual([expect.stringContaining('4 checks')]);
  });

  it('does not move for those who do not want that', async () => {
    const page = await open(several);
    const motion = () => page.locator('.cursor').evaluate((cursor) => getComputedStyle(cursor).transitionDuration);
    expect(await motion()).toBe('0.12s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await motion()).toBe('0s');
  });
});
