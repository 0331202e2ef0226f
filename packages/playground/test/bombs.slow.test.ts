import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { check, choose, ended, useSite, verdictAfterCheck, verdictOf } from './site.js';

const site = useSite();

const LIMIT = { timeout: 180_000 };

/** The answer to the first example. */
const ANSWER = 'SC: never · x86: yes, in 1 of 4 executions';

/** What takes memory, stack or time without end, in JavaScript. */
const BOMBS: Readonly<Record<string, string>> = {
  'keeps arrays': 'const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length));',
  'keeps objects': 'let last; for (;;) last = { last };',
  'keeps buffers': 'const kept = []; for (;;) kept.push(new Uint8Array(1 << 26).fill(1));',
  'joins strings':
    "let text = 'x'; const kept = []; for (;;) { kept.push(text); text += text.slice(0, 1 << 24) + kept.length; }",
  'lets memory of WebAssembly grow':
    'const kept = []; for (;;) { const memory = new WebAssembly.Memory({ initial: 1 }); kept.push(memory); memory.grow(4096); new Uint8Array(memory.buffer).fill(1); }',
  'calls itself': 'const call = (n) => call(n + 1) + 1; for (;;) try { call(0); } catch {}',
  'matches without end': "for (;;) /^(a+)+$/.test('a'.repeat(40) + 'b');",
  'does nothing': 'for (;;);',
};

/** Bombs that only a compromised engine could be. */
const ENGINE_BOMBS: Readonly<Record<string, string>> = {
  'floods the page': "for (;;) port.postMessage({ kind: 'progress', progress: { model: 'sc', executions: 1 } });",
  'sends much':
    "for (;;) port.postMessage({ kind: 'progress', progress: { model: 'x'.repeat(1 << 20), executions: 1 } });",
  'floods its frame': "for (;;) self.postMessage('x'.repeat(1 << 16));",
  'starts workers': "for (;;) new Worker(URL.createObjectURL(new Blob(['for (;;);'], { type: 'text/javascript' })));",
};

async function fill(page: Page, file: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'File' }).fill(file);
  await page.getByRole('textbox', { name: 'Source' }).fill(text);
}

/** Whatever the program has done meanwhile: the page answers, ends it, and checks the next one. */
async function survives(page: Page): Promise<void> {
  await check(page);
  await page.waitForTimeout(2000);
  const started = performance.now();
  // It may end at any moment by itself, and Stop with it.
  await page.evaluate(() =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stop')?.click(),
  );
  await ended(page);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(await page.locator('iframe').count()).toBe(0);
  await choose(page, 'Store buffering');
  expect(await verdictOf(page)).toContain(ANSWER);
  site.problems.length = 0; // the browser notes what it has refused
}

const inThread = (body: string): string =>
  `import { check } from 'fencepost';\ncheck('it', (t) => t.thread('one', () => { ${body} }));\n`;

describe('the page survives a program in TypeScript', () => {
  it.each(Object.entries(BOMBS))('that %s', LIMIT, async (_, body) => {
    const page = await site.open();
    await fill(page, 'bomb.check.js', inThread(body));
    await survives(page);
  });

  // Chromium ends the process of a page one of whose workers has no memory left, and frames with it. Nothing on the page can prevent it.
  it('that takes all memory, or can be opened again', LIMIT, async () => {
    const page = await site.open();
    await fill(page, 'bomb.check.js', inThread(BOMBS['joins strings']!));
    await check(page);
    await page.waitForEvent('crash', { timeout: 30_000 }).catch(() => undefined);
    await page.close();
    const again = await site.open();
    expect(await verdictAfterCheck(again)).toContain(ANSWER);
    site.problems.length = 0;
  });

  it('when the watchdog ends it', LIMIT, async () => {
    const page = await site.open();
    await page.clock.install();
    await fill(page, 'bomb.check.js', inThread(BOMBS['keeps objects']!));
    await check(page);
    await page.getByText('Checking …').waitFor();
    await page.clock.fastForward(71_000);
    await page.getByText('The check did not respond in time and was stopped').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('that does so before there is a check', LIMIT, async () => {
    const page = await site.open();
    await fill(page, 'bomb.check.js', `${BOMBS['keeps objects']}\n`);
    await survives(page);
  });
});

describe('the page survives an engine', () => {
  it.each(Object.entries(ENGINE_BOMBS))('that %s', LIMIT, async (_, body) => {
    site.replaced.set(
      'typescript.js',
      `self.onmessage = ({ data: { port } }) => (port.onmessage = () => { ${body} });`,
    );
    const page = await site.open();
    await fill(page, 'bomb.check.js', '');
    await survives(page);
  });
});
