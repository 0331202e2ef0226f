import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '@fencepost/testing/browser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Served } from './built.js';
import { serve } from './built.js';

let browser: Browser;
let site: Served;
let problems: string[] = [];
const pages: Page[] = [];

beforeAll(async () => {
  site = await serve();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  site.close();
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
  const found = problems;
  problems = [];
  expect(found).toEqual([]);
});

interface View {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

async function open(address: string, { width = 1440, colorScheme = 'light' }: View = {}): Promise<Page> {
  const context = await browser.newContext({
    ...{ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  pages.push(page);
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(site.url + address, { waitUntil: 'networkidle' });
  if (address === '/') await page.locator('.trace-viewer').waitFor();
  return page;
}

const CLIPBOARD = 'navigator.clipboard.readText()';

/** The home page, a page with consoles and code, one with tables, and the table of contents. */
const SAMPLE = ['/', '/learn/c', '/reference/options', '/docs/'];
const VIEWS = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

describe.each(SAMPLE)('%s', (address) => {
  test.each(VIEWS)('has no fault that axe finds: $width px, $colorScheme', async (view) => {
    const page = await open(address, view);
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe };
      return (await checker.run()).violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
      );
    });
    expect(violations).toEqual([]);
  });

  test.each([1440, 1280, 390])('needs no sideways scrolling: %d px', async (width) => {
    const page = await open(address, { width });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});

describe('the home page', () => {
  test('shows a report for each program, by our own viewer', async () => {
    const page = await open('/');
    const verdicts: string[] = [];
    for (const name of ['message.c', 'message.ts', 'stack.ts', 'SB.litmus']) {
      await page.getByRole('tab', { name }).click();
      await expect.poll(() => page.locator('.trace-viewer .step').count()).toBeGreaterThan(3);
      const fragment = await page.getByRole('link', { name: 'Change it in the playground' }).getAttribute('href');
      expect(fragment).toMatch(/^\/play\/#p1,/);
      verdicts.push((await page.getByRole('list', { name: 'Verdicts' }).innerText()).replaceAll(/\s+/g, ' '));
    }
    expect(verdicts).toEqual([
      'SC ✓ safe 1 execution x86 ✓ safe 1 execution C11 ✗ fails 2 executions',
      'SC ✓ safe 1 execution ARM ✗ fails 2 executions',
      'SC ✗ fails 19 executions ARM ✗ fails 19 executions',
      'SC never 0 of 3 executions x86 yes 1 of 4 executions PSO yes 1 of 4 executions',
    ]);
  });

  test('can be walked through by the keyboard', async () => {
    const page = await open('/');
    await page.getByRole('tab', { name: 'message.c' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('message.ts');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('message.ts');
  });

  test('copies the command', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Copy the command' }).click();
    expect(await page.evaluate(CLIPBOARD)).toBe('npx fencepost check queue.c');
  });

  test('is small', async () => {
    site.sent.clear();
    await open('/');
    const total = [...site.sent.values()].reduce((sum, bytes) => sum + bytes, 0);
    // Scripts that VitePress fetches ahead, for links on the screen, are included.
    expect(total).toBeLessThan(190_000);
    expect(site.sent.size).toBeLessThan(40);
  });
});

test('a console copies its commands only', async () => {
  const page = await open('/learn/c');
  const block = page.locator('.language-console').first();
  await block.hover();
  await block.getByRole('button').click();
  await expect.poll(() => page.evaluate(CLIPBOARD)).toBe('npx fencepost check examples/c/message.c\necho $?');
});
