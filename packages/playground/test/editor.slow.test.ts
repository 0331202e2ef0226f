import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { saidByPage } from './reports.js';
import { check, choose, ended, useSite, verdictAfterCheck } from './site.js';
import { editorIn, selectedIn, sourceIn, textIn } from './source.js';

const site = useSite();

const WRONG = `X86_64 wrong
{ x=0; }
 P0          ;
 movq $1,(x) ;
 mvoq (x),%rax ;
exists (0:rax=0)
`;

async function pressed(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

describe('the editor', () => {
  it('takes over the text, caret, focus and undo history from before it loaded', async () => {
    const release = site.holdBack('editor.js');
    const page = await site.open();
    const before = await sourceIn(page).inputValue();
    await sourceIn(page).focus();
    await pressed(page, 'Control+Home');
    await page.keyboard.type('abc');
    await page.waitForTimeout(700); // later typing is undone on its own
    await page.keyboard.type('def');
    await pressed(page, 'ArrowLeft');
    release();
    await editorIn(page);
    await page.keyboard.type('!');
    expect(await textIn(page)).toBe(`abcde!f${before}`);
    await pressed(page, 'Control+z');
    expect(await textIn(page)).toBe(`abcdef${before}`);
    await pressed(page, 'Control+z');
    expect(await textIn(page)).toBe(`abc${before}`);
    await pressed(page, 'Control+z');
    expect(await textIn(page)).toBe(before);
    await pressed(page, 'Control+y', 'Control+y', 'Control+y');
    expect(await textIn(page)).toBe(`abcde!f${before}`);
  });

  it('is not needed', async () => {
    site.replaced.set('editor.js', 'export {};');
    const page = await site.open();
    await page.waitForTimeout(500);
    await sourceIn(page).fill(WRONG);
    await check(page);
    await page.getByRole('button', { name: 'line 5' }).click();
    expect(await selectedIn(page)).toBe(' mvoq (x),%rax ;');
  });

  it('is left by Tab, in both directions', async () => {
    const page = await site.open('');
    const source = await editorIn(page);
    await source.focus();
    // To the result, which is there, and to the toolbar.
    await ended(page);
    await pressed(page, 'Tab');
    expect(await page.evaluate(() => document.querySelector('.result')!.contains(document.activeElement))).toBe(true);
    await pressed(page, 'Shift+Tab');
    expect(await source.evaluate((element) => element === document.activeElement)).toBe(true);
    await pressed(page, 'Shift+Tab');
    expect(await page.evaluate(() => document.querySelector('.toolbar')!.contains(document.activeElement))).toBe(true);
  });

  it('brings back by undo the program that an example replaced, with its name', async () => {
    const page = await site.open();
    const source = await editorIn(page);
    await source.fill(WRONG);
    await choose(page, 'A message in shared memory');
    await expect.poll(() => textIn(page)).toContain("from 'fencepost'");
    await source.focus();
    await pressed(page, 'Control+z');
    expect(await textIn(page)).toBe(WRONG);
    await expect.poll(() => page.getByRole('textbox', { name: 'File' }).inputValue()).toBe('SB.litmus');
  });

  it('keeps quickly typed text, and every kind of text', async () => {
    const page = await site.open();
    const source = await editorIn(page);
    const typed = 'the quick brown fox jumps over the lazy dog '.repeat(5);
    await source.fill('');
    await page.keyboard.type(typed);
    expect(await textIn(page)).toBe(typed);
    const odd = '\ttabs  \n\nünïcödé 😀\n"<b>&amp;"\n  {';
    await source.fill(odd);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Link copied').waitFor();
    const other = await site.open(page.url().slice(site.url.length));
    await editorIn(other);
    await expect.poll(() => textIn(other)).toBe(odd);
  });

  it('takes a name and a text that come one right after the other', async () => {
    const page = await site.open();
    const source = await editorIn(page);
    const name = page.getByRole('textbox', { name: 'File' });
    for (let i = 0; i < 10; i++) {
      await name.fill(`file-${i}.c`);
      await source.fill(`text ${i}`);
      expect([await name.inputValue(), await textIn(page)]).toEqual([`file-${i}.c`, `text ${i}`]);
    }
  });

  it('shows texts of links that have other ends of lines', async () => {
    const page = await site.open();
    await editorIn(page);
    expect(await saidByPage(page, 'wrong.litmus', WRONG.replaceAll('\n', '\r\n'))).toHaveProperty('refused');
    await page.getByRole('button', { name: 'line 5' }).click();
    expect(await selectedIn(page)).toBe(' mvoq (x),%rax ;');
  });
});

describe('marks in the editor', () => {
  it('are at the refused code, seen and heard', async () => {
    const page = await site.open();
    const source = await editorIn(page);
    await source.fill(WRONG);
    await check(page);
    await expect.poll(() => page.locator('.cm-lintRange-error').allInnerTexts()).toEqual(['mvoq']);
    expect(await page.locator('.cm-lint-marker-error').count()).toBe(1);
    // By keys, and for those who do not see it.
    await source.focus();
    await pressed(page, 'Control+Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await expect.poll(() => page.locator('.cm-announced').innerText()).toMatch(/error: .*mvoq/);
    await pressed(page, 'Control+Shift+KeyM');
    await page.getByRole('option', { name: /mvoq/ }).waitFor();
    await pressed(page, 'Escape');
    // They move with the text, and go with the next check.
    await pressed(page, 'Control+Home', 'Enter');
    expect(await page.locator('.cm-lintRange-error').allInnerTexts()).toEqual(['mvoq']);
    await pressed(page, 'Control+z');
    await source.fill(WRONG.replace('mvoq', 'movq'));
    await verdictAfterCheck(page);
    expect(await page.locator('.cm-lintRange-error').count()).toBe(0);
  });

  it('are at the lines of the execution that the report shows, with its numbers', async () => {
    const page = await site.open();
    const source = await editorIn(page);
    await verdictAfterCheck(page);
    const marked = page.locator('.cm-line.cm-step');
    await expect
      .poll(() => marked.allInnerTexts())
      .toEqual([' movq $1,(x)   | movq $1,(y)   ;', ' movq (y),%rax | movq (x),%rax ;']);
    const first = page.locator('.cm-steps .cm-gutterElement span').first();
    expect(await first.getAttribute('title')).toMatch(/^step 1, P[01]: /);
    await source.focus();
    await pressed(page, 'Control+Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await expect.poll(() => page.locator('.cm-announced').innerText()).toMatch(/^step 1, P[01]: /);
    // No other program has them: the next example has no such execution.
    await choose(page, 'With fences');
    await ended(page);
    await expect.poll(() => marked.count()).toBe(0);
    // Gutters without marks take no room.
    expect(await page.locator('.cm-steps').isVisible()).toBe(false);
    expect(await page.locator('.cm-gutter-lint').isVisible()).toBe(false);
  });

  it('are at lines of TypeScript', async () => {
    const page = await site.open();
    await editorIn(page);
    await choose(page, 'A message in shared memory');
    await ended(page);
    await expect.poll(() => page.locator('.cm-line.cm-step').allInnerTexts()).toContain('    memory[0] = 1;');
  });
});

describe.each(['light', 'dark'] as const)('with marks, a panel and a search, %s', (colorScheme) => {
  it('the editor has no barriers', async () => {
    const page = await site.open();
    await page.emulateMedia({ colorScheme });
    const source = await editorIn(page);
    await source.fill(WRONG);
    await check(page);
    await page.locator('.cm-lintRange-error').waitFor();
    await source.focus();
    await pressed(page, 'Control+Shift+KeyM');
    await page.getByRole('option', { name: /mvoq/ }).waitFor();
    await source.focus();
    await pressed(page, 'Control+f');
    await page.locator('.cm-search').waitFor();
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe };
      return (await checker.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
    });
    expect(violations).toEqual([]);
  });
});
