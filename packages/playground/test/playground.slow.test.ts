import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { checkProgram } from '@fencepost/check';
import { litmusCheckProgram } from '@fencepost/litmus';
import { parseLitmus } from '@fencepost/litmus';
import type { Report } from '@fencepost/report';
import { describe, expect, it } from 'vitest';
import { rowsAfterCheck, rowsOf, useSite } from './site.js';
import { editorIn, selectedIn, sourceIn, textIn } from './source.js';

const site = useSite();
const root = path.join(import.meta.dirname, '..', '..', '..');
const examples = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '..', 'examples.json'), 'utf8')) as {
  readonly title: string;
  readonly path: string;
}[];

const LITMUS = examples.filter((example) => example.path.endsWith('.litmus'));

/** Enough threads that their executions take minutes. */
const LONG = `X86_64 long
{ x=0; }
 ${Array.from({ length: 8 }, (_, i) => `P${i}`).join(' | ')} ;
 ${Array.from({ length: 8 }, (_, i) => `movq $${i + 1},(x)`).join(' | ')} ;
 ${Array.from({ length: 8 }, () => 'movq (x),%rax').join(' | ')} ;
exists (0:rax=9)
`;

/** The word for each verdict that begins its description. */
const VERDICTS = { safe: 'safe', failing: 'fails', unknown: 'undecided' } as const;

describe('the playground', () => {
  it.each(LITMUS)('checks an example as the command does: $title', async ({ title, path: file }) => {
    const page = await site.open();
    await page.getByRole('button', { name: title }).click();
    const program = litmusCheckProgram(
      parseLitmus(fs.readFileSync(path.join(root, file), 'utf8'), path.basename(file)),
    );
    const expected = checkProgram(program);
    const rows = await rowsAfterCheck(page);
    for (const { model, verdict, executions } of expected) {
      expect(
        rows.some(
          (row) =>
            row.toLowerCase().includes(model) && row.includes(VERDICTS[verdict]) && row.includes(String(executions)),
        ),
      ).toBe(true);
    }
    // The report has the same content, up to times and who made it.
    const data = page.frameLocator('iframe.report').locator('script[type="application/json"]');
    const { report } = JSON.parse((await data.textContent())!) as { report: Report };
    const untimed = ({ seconds: _, ...rest }: { seconds?: number }) => rest;
    expect(report.checks.map(({ source: _, program: __, replay: ___, ...check }) => untimed(check))).toEqual(
      JSON.parse(JSON.stringify(expected.map(untimed))),
    );
  });

  it('runs nothing before Check is pressed', async () => {
    site.asked.length = 0;
    const page = await site.open();
    await page.getByText('Nothing has run yet.').waitFor();
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
    expect(await rowsOf(page)).toHaveLength(3);
    await page.getByRole('checkbox', { name: 'pso' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Check' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rowsOf(page)).toHaveLength(1);
  });

  it('reports errors in a program, and leads there', async () => {
    const page = await site.open();
    const source = await editorIn(page);
    await source.fill((await textIn(page)).replace('movq $1,(y)', 'mvoq $1,(y)'));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('alert').filter({ hasText: 'mvoq' }).waitFor();
    await page.getByRole('button', { name: 'line 5' }).click();
    expect(await selectedIn(page)).toContain('mvoq');
  });

  it('shares a program by its link', async () => {
    const page = await site.open();
    await sourceIn(page).fill(LONG);
    await page.getByRole('checkbox', { name: 'tso' }).check();
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByRole('textbox', { name: 'Link to this program' }).inputValue();
    const other = await site.open(link.slice(site.url.length));
    await editorIn(other);
    await expect.poll(() => textIn(other)).toBe(LONG);
    expect(await other.getByRole('checkbox', { name: 'tso' }).isChecked()).toBe(true);
    const broken = await site.open(link.slice(site.url.length, -9));
    await broken.getByText('Nothing has run yet.').waitFor();
  });

  it('says that a result is of another program, and forgets its link', async () => {
    const page = await site.open();
    await rowsAfterCheck(page);
    const note = page.getByText('This is the result of SB.litmus as it was. Check again.');
    expect(await note.count()).toBe(0);
    await page.getByRole('button', { name: 'Share' }).click();
    const link = page.getByRole('textbox', { name: 'Link to this program' });
    await link.waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#p1,/);
    await page.getByRole('button', { name: LITMUS[1]!.title }).click();
    await note.waitFor();
    expect(await page.getByRole('button', { name: 'Find a fix' }).count()).toBe(0);
    expect(await link.count()).toBe(0);
    expect(new URL(page.url()).hash).toBe('');
    // The one that was checked again, but under other models.
    await page.getByRole('button', { name: LITMUS[0]!.title }).click();
    await note.waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'pso' }).check();
    await note.waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    await note.waitFor({ state: 'detached' });
  });

  it('shows how far it is, and stops at once', async () => {
    const page = await site.open();
    await page.getByRole('textbox', { name: 'Source' }).fill(LONG);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/Checking under sc: [\d,]+ executions of about [\d,]+/).waitFor();
    await page.getByRole('progressbar', { name: 'Explored' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped before a result.').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('the files of the playground', () => {
  it('are small', () => {
    const bytes = (...files: string[]): number =>
      files.reduce((sum, file) => sum + gzipSync(fs.readFileSync(path.join(site.folder, file))).length, 0);
    expect(bytes('index.html', 'play.css', 'play.js')).toBeLessThan(65_000);
    expect(bytes('editor.js')).toBeLessThan(200_000);
    expect(bytes('litmus.js')).toBeLessThan(135_000);
    expect(bytes('c.js')).toBeLessThan(300_000);
  });
});

describe.each(['light', 'dark'] as const)('accessibility, %s', (colorScheme) => {
  it.each([400, 1400])('%i pixels wide', async (width) => {
    const page = await site.open();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await editorIn(page);
    await rowsAfterCheck(page);
    await page.getByRole('button', { name: 'Find a fix' }).click();
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe };
      return (await checker.run({ exclude: ['iframe'] })).violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
    });
    expect(violations).toEqual([]);
  });
});
