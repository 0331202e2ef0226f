import { replayCommand } from '@fencepost/report';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '@fencepost/testing/browser';
import { checkOf, failureOf, oldMessage, reportOf, several, threeThreads } from './reports.js';

const open = useBrowser();

const colourOf = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const LIGHT = 'rgb(251, 251, 250)';
const DARK = 'rgb(20, 22, 26)';

describe('the page', () => {
  it('reports proved and unproved results', async () => {
    const page = await open(several);
    expect(await page.locator('.summary').innerText()).toBe(
      '3 programs: 2 fail (3 bugs under SC and PSO), 1 is safe (1 not robust) · 4 checks, 0.05 s',
    );
    const rows = await page.locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => row.replace(/\s+/g, ' ').trim())).toEqual([
      'src/mp.c SC safe 3 0.01 s',
      'Not complete: some executions. There are about 1,200 executions in all (900 to 5,000). To explore more, raise --max-time; fewer calls and iterations per thread need less.',
      'src/mp.c PSO fails, not under SC 3 0.01 s',
      'src/sb.c TSO safe, not robust 3 0.01 s',
      'weak compare-and-swaps never fail spuriously',
      'src/deadlock.c SC fails 3 0.01 s',
    ]);
  });

  it('says so if nothing was found', async () => {
    const page = await open(reportOf(checkOf('mp.c', 'sc')));
    expect(await page.locator('main').innerText()).toContain('Nothing was found.');
    await page.keyboard.press('ArrowRight');
  });

  it('shows the calls that nothing explains', async () => {
    const push = { call: 'push(1)', result: 'true' };
    const history = {
      initial: [{ call: 'push(2)', result: '' }],
      threads: [
        { name: 'producer', calls: [push] },
        { name: 'consumer', calls: [{ call: 'pop()', result: 'undefined' }] },
      ],
      order: [{ before: 0, after: 1 }],
      tried: [{ calls: [push, { call: 'pop()', result: '2' }], instead: 'undefined' }],
      left: 3,
    };
    const failure = { ...failureOf(oldMessage, 'nothing explains it'), history };
    const scenarios = { checked: 9, count: 1200, extent: 'with at most 4 calls on 2 threads' };
    const incomplete = { stoppedBy: 'failure', covered: 'some', estimate: null } as const;
    const page = await open(reportOf({ ...checkOf('mp.c', 'sc'), failures: [failure], scenarios, incomplete }));
    const words = (await page.locator('.history').innerText()).split(/\s*\n\s*|\t/).filter((each) => each !== '');
    expect(words).toEqual([
      'After push(2):',
      ...['producer', 'push(1) → true', 'consumer', 'pop() → undefined'],
      'No sequential order explains that',
      'push(1) → true, pop() would return 2, not undefined',
      '… and 3 more',
    ]);
    expect(await page.locator('.remarks').innerText()).toContain(
      'Checked: this is a smallest failing scenario (9 of 1,200 checked, with at most 4 calls on 2 threads)',
    );
  });

  it('leads from one finding to another, and back', async () => {
    const page = await open(several);
    const links = page.getByRole('navigation', { name: 'Findings' }).getByRole('link');
    const shown = () => page.locator('.finding').innerText();
    expect(await links.allInnerTexts()).toEqual([
      'assertion PSO\ndata is there\nmp.c:9 · in 2 executions · not under SC',
      'assertion PSO\nwas seen once\nin 1 execution · perhaps also under SC',
      'not robust TSO\nin left, the store to x at line 3 was delayed past the load of y at line 4\nsb.c:9 · in 1 execution',
      'deadlock SC\none waits to lock b (held by two), two waits to lock a (held by one)\nin 2 executions',
    ]);
    expect(await shown()).toContain('data is there');
    await page.keyboard.press('ArrowRight');
    await links.nth(2).click();
    await page.locator('.head', { hasText: 'left' }).waitFor();
    expect(await shown()).toContain('Step 4 of 6');
    await links.nth(1).click();
    await page.locator('.finding', { hasText: 'No execution that shows this was kept.' }).waitFor();
    await links.nth(3).click();
    await page.locator('.step', { hasText: 'waits to lock b' }).waitFor();
    expect(await page.locator('.buffer').count()).toBe(0);
    await page.goBack();
    await page.goBack();
    await page.locator('.head', { hasText: 'left' }).waitFor();
    expect(await links.nth(2).getAttribute('aria-current')).toBe('true');
  });

  it('draws the cycle, explains its edges, and shows delayed stores', async () => {
    const page = await open(several);
    expect(
      await page.locator('.edge').evaluateAll((edges) => edges.map((edge) => edge.getAttribute('data-kind'))),
    ).toEqual(['program order', 'reads-from', 'program order', 'from-read']);
    expect(await page.locator('.legend li').allInnerTexts()).toEqual([
      '1 program order',
      '2 was read by',
      '3 program order',
      '4 read before it was set',
    ]);
    expect(await page.locator('.edge-number').allTextContents()).toEqual(['1', '2', '3', '4']);
    // One that is pointed at stands out.
    const width = () =>
      page
        .locator('.edge-line')
        .nth(1)
        .evaluate((path) => Number.parseFloat(getComputedStyle(path).strokeWidth));
    const before = await width();
    await page.locator('.legend li').nth(1).hover();
    await expect.poll(width).toBeGreaterThan(before);
    expect(await page.locator('.explanation li').count()).toBe(4);
    expect(await page.locator('.sentences p').allInnerTexts()).toEqual([
      'In sender, the store to data at line 3 was delayed past the store to flag at line 4.',
      expect.stringContaining('a store-store fence between lines 3 and 4 forbids this execution'),
    ]);
    // An arrow begins and ends at the steps it is about. (The box of a line is a bit wider than the line.)
    const line = (await page.locator('.edge[data-kind="from-read"] .edge-line').boundingBox())!;
    const from = (await page.locator('.step', { hasText: 'data → 0' }).boundingBox())!;
    const to = (await page.locator('.step', { hasText: 'data = 1' }).first().boundingBox())!;
    expect(line.x).toBeGreaterThanOrEqual(to.x + to.width);
    expect(Math.abs(line.x + line.width - from.x)).toBeLessThan(5);
    expect(line.y).toBeGreaterThan(to.y);
    expect(line.y + line.height).toBeLessThan(from.y + from.height);

    await page.goto(`${page.url()}#finding-4`);
    await page.locator('.finding', { hasText: 'two waits to lock a' }).waitFor();
    expect(await page.locator('.edge').count()).toBe(0);
    expect(await page.locator('.explanation').count()).toBe(0);
  });

  it('names the missing order, and the change that forbids the execution', async () => {
    const failure = { ...failureOf(oldMessage, 'data is there'), site: { file: 'src/mp.c', line: 9 } };
    const page = await open(reportOf(checkOf('mp.c', 'rc11', { verdict: 'failing', failures: [failure] })));
    expect(await page.locator('.sentences p').allInnerTexts()).toEqual([
      'The load of flag at line 8 reads from the store to flag at line 4, but does not synchronise with it: line 4 is not a release store and line 8 is not an acquire load.',
      'memory_order_release at line 4 and memory_order_acquire at line 8 forbid this execution.',
    ]);
    expect(await page.locator('.step', { hasText: 'data → 0' }).innerText()).toContain('old: line 3 wrote 1');
  });

  it('has the command that replays, to be copied', async () => {
    const page = await open(several);
    const check = several.report.checks[1]!;
    const line = replayCommand(check, check.failures[0]!.counterexample!);
    expect(line).toContain(String.raw`--model pso -- '-DTEXT='\''a b'\'''`);
    expect(await page.locator('.command pre').innerText()).toBe(line);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line);
  });

  it('is light or dark as the system is, until the reader chooses', async () => {
    const page = await open(several, { colorScheme: 'dark' });
    expect(await colourOf(page)).toBe(DARK);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await colourOf(page)).toBe(LIGHT);
    await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await colourOf(page)).toBe(DARK);
    await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await colourOf(page)).toBe(LIGHT);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await colourOf(page)).toBe(LIGHT);
  });

  it('is printed as a whole, in light colours and without controls', async () => {
    const page = await open(several, { colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await page.emulateMedia({ media: 'print' });
    await page.locator('.finding').nth(3).waitFor();
    expect(await page.locator('.finding').count()).toBe(4);
    expect(await page.locator('button:not(.step), input, nav').count()).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('.step')!).color)).toBe('rgb(29, 31, 35)');
    expect(await page.locator('.finding').nth(2).locator('.place').allInnerTexts()).toEqual(['x\n1', 'y\n1']);
    // The source of each line of the cycle: a printed page has no pointer.
    expect(await page.locator('.finding').nth(2).locator('.source .here').count()).toBe(4);
    const clipped = await page
      .locator('.lanes, .memory dl')
      .evaluateAll((elements) => elements.filter((element) => getComputedStyle(element).overflow !== 'visible').length);
    expect(clipped).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('slider').waitFor();
    expect(await page.locator('.finding').count()).toBe(1);
  });

  it.each([1280, 1440])('shows three threads whole at %i pixels, beside the list of findings', async (width) => {
    const page = await open(threeThreads, { width });
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
    expect(await page.locator('.head').allInnerTexts()).toEqual(['main', 'first', 'second']);
    expect(await page.locator('.lanes').evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
    const [list, lanes, side] = await Promise.all(['.finding-list', '.lanes', '.trace-side'].map(boxOf));
    expect(list!.x + list!.width).toBeLessThanOrEqual(lanes!.x);
    expect(lanes!.x + lanes!.width).toBeLessThanOrEqual(side!.x);
    // Memory is in order of names, not of the first access.
    expect(await page.locator('.memory dt').allInnerTexts()).toEqual(['balance[2]', 'balance[10]', 'moved']);
  });

  it('has room for the source if there are two threads', async () => {
    const page = await open(several, { width: 1440 });
    const { width } = (await page.locator('.trace-side .source').boundingBox())!;
    expect(width).toBeGreaterThan(400);
  });

  it('joins the accesses of a data race, and marks both', async () => {
    const race = { ...oldMessage, race: { first: 0, second: 3 } };
    const failure = { ...failureOf(race, 'data race on data'), kind: 'data race' as const };
    const page = await open(reportOf(checkOf('mp.c', 'rc11', { verdict: 'failing', failures: [failure] })));
    expect(await page.locator('.step.matters').allInnerTexts()).toEqual([
      expect.stringContaining('data = 1'),
      expect.stringContaining('data → 0'),
    ]);
    const line = page.locator('.race-line');
    expect(await line.evaluate((path) => getComputedStyle(path).strokeDasharray)).not.toBe('none');
    const [drawn, from, to] = await Promise.all(
      [line, page.locator('.step.matters').first(), page.locator('.step.matters').last()].map(
        async (each) => (await each.boundingBox())!,
      ),
    );
    expect(Math.abs(drawn!.x - (from!.x + from!.width))).toBeLessThan(4);
    expect(Math.abs(drawn!.x + drawn!.width - to!.x)).toBeLessThan(4);
  });

  it('has the fix in its finding, as a patch to be copied', async () => {
    const failure = failureOf(oldMessage, 'data is there');
    const { report, sources } = reportOf(checkOf('mp.c', 'rc11', { verdict: 'failing', failures: [failure] }));
    const diff = '--- a/src/mp.c\n+++ b/src/mp.c\n@@ -4 +4 @@\n-old\n+new\n';
    const about = { source: 'src/mp.c', program: 'mp.c', models: ['rc11'], goal: 'safe', cost: 1 } as const;
    const changes = ['give the store at src/mp.c:4:3 the order release'];
    const page = await open({
      report: { ...report, repairs: [{ ...about, changes, diff, replacements: [] }] },
      sources,
    });
    const fix = page.locator('.finding .repair');
    expect(await fix.innerText()).toContain('give the store at line 4 the order release');
    await fix.getByRole('button', { name: 'Copy patch' }).click();
    await fix.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(diff);
  });

  it.each([360, 700, 1200, 2400])('needs no sideways scrolling of the page at %i pixels', async (width) => {
    const page = await open(several, { width });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // A step that is out of sight in its lane comes into view when one walks there.
    await page.keyboard.press('ArrowRight');
    // On a busy machine, the page may miss a key, and what is drawn may lag behind.
    const comesInSight = async (): Promise<boolean> => {
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      const [lanes, step] = await Promise.all(
        ['.lanes', '.step[aria-current]'].map(async (selector) => (await page.locator(selector).boundingBox())!),
      );
      return step!.x >= lanes!.x && step!.x + step!.width <= lanes!.x + lanes!.width;
    };
    await expect.poll(comesInSight, { timeout: 10_000 }).toBe(true);
  });
});
