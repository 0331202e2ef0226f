import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { litmusNow } from './reports.js';
import { EXAMPLES, check, choose, ended, linkTo, root, useSite, verdictOf } from './site.js';
import { editorIn, selectedIn, sourceIn, textIn } from './source.js';

const site = useSite();

const textOf = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** Enough threads that their executions take minutes. */
const LONG = `X86_64 long
{ x=0; }
 ${Array.from({ length: 8 }, (_, i) => `P${i}`).join(' | ')} ;
 ${Array.from({ length: 8 }, (_, i) => `movq $${i + 1},(x)`).join(' | ')} ;
 ${Array.from({ length: 8 }, () => 'movq (x),%rax').join(' | ')} ;
exists (0:rax=9)
`;

const SB = textOf('examples/litmus/SB.litmus');

/** The same question with another quantifier. */
const asking = (quantifier: string): string => SB.replace('exists', quantifier);

async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    return (await checker.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
  });
}

describe('the playground', () => {
  it('checks its first example when it is opened', async () => {
    const page = await site.open('');
    expect(await verdictOf(page)).toMatch(/^Can it hold\? SC: never/);
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    expect(await page.title()).toBe('SB.litmus – Fencepost playground');
  });

  it.each([
    ['a program', linkTo('MP.litmus', textOf('examples/litmus/MP.litmus').replace('MP', 'Mine'))],
    ['one of ours under models of their own', linkTo('SB.litmus', SB, ['tso'])],
  ])('runs nothing before Check is pressed if a link brought %s', async (_, link) => {
    site.asked.length = 0;
    const page = await site.open(link);
    await page.getByText('Press Check to run this program.').waitFor();
    await editorIn(page);
    expect(await page.locator('iframe').count()).toBe(0);
    // The service worker asks for the page again, to keep it.
    const others = ['index.html', 'play.css', 'play.js', 'editor.js', 'offline.js', 'litmus.js'];
    expect(site.asked.filter((file) => !others.includes(file))).toEqual([]);
    expect(site.asked.slice(0, 3)).toEqual(['index.html', 'play.css', 'play.js']);
  });

  it('can be used by the keyboard alone', async () => {
    const page = await site.open();
    await page.getByRole('textbox', { name: 'Source' }).focus();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => verdictOf(page)).toContain('SC: never');
    await ended(page);
    await page.getByRole('checkbox', { name: 'SC' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Check', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => verdictOf(page)).not.toContain('SC');
    // The menu of examples: arrows go through it, Escape leaves it.
    const examples = page.getByRole('button', { name: 'Examples' });
    await examples.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    const menu = page.getByRole('navigation', { name: 'Examples' });
    await menu.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title()).toContain('SB+mfences.litmus');
  });

  it('shows the models that are used, and refuses to use none', async () => {
    const page = await site.open('');
    await ended(page);
    const isOn = async (): Promise<string[]> => {
      const on = page.locator('.models label:has(:checked)');
      return on.allInnerTexts();
    };
    expect(await isOn()).toEqual(['SC', 'x86', 'PSO']);
    expect(await page.getByRole('checkbox', { name: 'ARM' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'SC' }).click();
    await page.getByRole('checkbox', { name: 'x86' }).click();
    await page.getByRole('checkbox', { name: 'PSO' }).click();
    expect(await isOn()).toEqual(['PSO']);
    await check(page);
    await ended(page);
    expect((await litmusNow(page)).models.map(({ model }) => model)).toEqual(['pso']);
    // Another example has models of its own.
    await choose(page, 'A message in shared memory');
    await ended(page);
    expect(await isOn()).toEqual(['SC', 'ARM']);
    expect(await page.getByRole('checkbox', { name: 'C11' }).isEnabled()).toBe(true);
  });

  it('announces what it is going to download', async () => {
    const page = await site.open(linkTo('mine.check.ts', '// nothing yet'));
    await page.getByRole('button', { name: /^Check \(downloads 2\.\d MB\)$/ }).waitFor();
    const c = await site.open(linkTo('mine.c', 'int main(void) {}'));
    await c.getByRole('button', { name: /^Check \(downloads 2\d\.\d MB\)$/ }).waitFor();
  });

  it('reports errors in a program, and leads there', async () => {
    const page = await site.open();
    const source = await editorIn(page);
    await source.fill((await textIn(page)).replace('movq $1,(y)', 'mvoq $1,(y)'));
    await check(page);
    await page.getByRole('alert').filter({ hasText: 'mvoq' }).waitFor();
    await page.getByRole('button', { name: 'line 5' }).click();
    expect(await selectedIn(page)).toContain('mvoq');
  });

  it('shares a program and its models by a link, and says that it has copied it', async () => {
    const page = await site.open('');
    await ended(page);
    await sourceIn(page).fill(LONG);
    await page.getByRole('checkbox', { name: 'SC' }).click();
    await page.getByRole('checkbox', { name: 'PSO' }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(page.url());
    const other = await site.open(link.slice(site.url.length));
    await editorIn(other);
    await expect.poll(() => textIn(other)).toBe(LONG);
    expect(await other.locator('.models label:has(:checked)').allInnerTexts()).toEqual(['x86']);
    const broken = await site.open(link.slice(site.url.length, -9));
    expect(await verdictOf(broken)).toContain('SC: never');
  });

  it('says where the link is if it may not copy it', async () => {
    const page = await site.open();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
    });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('The link is in the address bar').waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#p1,/);
  });

  it('shows how far it is, and stops at once', async () => {
    const page = await site.open();
    await page.getByRole('textbox', { name: 'Source' }).fill(LONG);
    await check(page);
    await page.getByText(/Checking under SC: [\d,]+ executions of about [\d,]+/).waitFor();
    await page.getByRole('progressbar', { name: 'Explored' }).waitFor();
    // Check has become Stop.
    expect(await page.getByRole('button', { name: 'Check', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped before a result.').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.getByRole('button', { name: 'Check', exact: true }).waitFor();
  });
});

describe('nothing on the page is of another program', () => {
  const note = (page: Page, file = 'SB.litmus') => page.getByText(`Result of ${file}, as it was.`);

  it('a result: it goes with its example, and is dimmed when the text or the models change', async () => {
    const page = await site.open('');
    await ended(page);
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    // Another example that runs at once, and one whose result is stored.
    const release = site.holdBack('.json');
    await choose(page, 'A message and a flag');
    await expect.poll(() => page.title()).toBe('message.c – Fencepost playground');
    expect(await page.locator('.answer, .fix, .trace-viewer').count()).toBe(0);
    expect(await page.locator('.cm-line.cm-step').count()).toBe(0);
    // The next one is chosen before the stored result is there: it comes too late.
    await choose(page, 'With fences');
    release();
    await ended(page);
    expect(await verdictOf(page)).toBe('Can it hold? SC: never · x86: never · PSO: never');
    await page.waitForTimeout(300);
    expect(await verdictOf(page)).toBe('Can it hold? SC: never · x86: never · PSO: never');
    // Another text, and the same again.
    await choose(page, 'Store buffering');
    await ended(page);
    expect(await note(page).count()).toBe(0);
    await (await editorIn(page)).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await note(page).waitFor();
    const opacity = () =>
      page.locator('.answer').evaluate((element) => getComputedStyle(element.parentElement!).opacity);
    expect(Number(await opacity())).toBeLessThan(0.6);
    await page.keyboard.press('Control+z');
    await note(page).waitFor({ state: 'detached' });
    expect(await opacity()).toBe('1');
    // Other models, another name.
    await page.getByRole('checkbox', { name: 'PSO' }).click();
    await note(page).waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    await ended(page);
    expect(await note(page).count()).toBe(0);
    await page.getByRole('textbox', { name: 'File' }).fill('other.litmus');
    await note(page).waitFor();
    expect(await page.title()).toBe('other.litmus – Fencepost playground');
  });

  it('a link: the address and the message go with the first change', async () => {
    const page = await site.open('');
    await ended(page);
    const message = page.getByText('Link copied');
    for (const change of [
      () => choose(page, 'Message passing'),
      () => sourceIn(page).fill('X86_64 other'),
      () => page.getByRole('checkbox', { name: 'PSO' }).click(),
    ]) {
      await page.getByRole('button', { name: 'Share' }).click();
      await message.waitFor();
      expect(new URL(page.url()).hash).toMatch(/^#p1,/);
      await change();
      await expect.poll(() => message.isVisible()).toBe(false);
      expect(new URL(page.url()).hash).toBe('');
    }
  });

  it('a link with flags and models opens the program that the command checks', async () => {
    const text = `#define FENCE 1\n${textOf('examples/c/dekker.c')}`;
    const page = await site.open(linkTo('dekker.c', text, ['tso']));
    await editorIn(page);
    await expect.poll(() => textIn(page)).toContain('#define FENCE 1');
    expect(await page.locator('.models label:has(:checked)').allInnerTexts()).toEqual(['x86']);
    // It is not the example, so that the example's stored result is not its result.
    await page.getByText('Press Check to run this program.').waitFor();
    expect(await page.locator('.answer').count()).toBe(0);
  });

  it('a link that is opened in the same tab', async () => {
    const page = await site.open('');
    await ended(page);
    await page.evaluate((hash) => (location.hash = hash), linkTo('mine.litmus', asking('forall')));
    await page.getByText('Press Check to run this program.').waitFor();
    expect(await page.locator('.answer').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('mine.litmus – Fencepost playground');
  });
});

describe('the result is in sight', () => {
  it.each([1280, 1440])('at %i × 900 pixels: verdict and drawing', async (width) => {
    const page = await site.open('');
    await page.setViewportSize({ width, height: 900 });
    for (const title of ['Store buffering', 'A message in shared memory', "Dekker's lock"]) {
      await choose(page, title);
      await ended(page);
      for (const part of ['.answer h2', '.lanes .step >> nth=0', '.lanes .step >> nth=2', '.toolbar .check']) {
        await expect
          .poll(async () => {
            const box = await page.locator(part).boundingBox();
            return box !== null && box.y >= 0 && box.y + box.height <= 900;
          })
          .toBe(true);
      }
    }
  });

  it('on a phone: Check shows the result, and code is one tap away', async () => {
    const page = await site.open();
    await page.setViewportSize({ width: 390, height: 844 });
    const source = sourceIn(page);
    await source.waitFor();
    expect(await page.locator('#result').isVisible()).toBe(false);
    await check(page);
    await page.locator('.answer').waitFor();
    expect(await source.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Code' }).click();
    await source.waitFor();
    // What is less often needed is behind a button.
    expect(await page.getByRole('button', { name: 'Share' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('checkbox', { name: 'PSO' }).click();
    await page.getByRole('button', { name: 'Result (old)' }).waitFor();
    // A line leads back to the code.
    await source.fill('X86_64 wrong');
    await check(page);
    await page.getByRole('button', { name: /^line \d+$/ }).click();
    await source.waitFor();
  });
});

describe('the files of the playground', () => {
  it('are small', () => {
    const bytes = (...files: string[]): number =>
      files.reduce((sum, file) => sum + gzipSync(fs.readFileSync(path.join(site.folder, file))).length, 0);
    expect(bytes('index.html', 'play.css', 'play.js')).toBeLessThan(65_000);
    expect(bytes('editor.js')).toBeLessThan(200_000);
    // It answers tests of AArch64, too, also with accesses of several sizes, and counts outcomes.
    expect(bytes('litmus.js')).toBeLessThan(155_000);
    expect(bytes('c.js')).toBeLessThan(325_000);
    for (const { path: file } of EXAMPLES.filter(({ group }) => group === 'C')) {
      expect(bytes(`stored-${path.basename(file)}.json`)).toBeLessThan(4000);
    }
  });
});

describe.each(['light', 'dark'] as const)('accessibility, %s', (colorScheme) => {
  it.each([400, 1400])('%i pixels wide', { timeout: 240_000 }, async (width) => {
    const page = await site.open('');
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.locator('.cm-editor').waitFor({ state: 'attached' });
    // A litmus test, a failure with its fix, and calls; with details.
    for (const title of ['Store buffering', 'A message in shared memory', 'Calls of a stack', 'A message and a flag']) {
      await choose(page, title);
      await ended(page);
      await page.locator('.trace-viewer').waitFor();
      if (title !== 'Calls of a stack') await page.getByRole('button', { name: 'Apply' }).waitFor();
      await page.getByText('Details').click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await violationsIn(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Examples' }).click();
    expect(await violationsIn(page)).toEqual([]);
  });
});
