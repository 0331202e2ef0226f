import fs from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { launchChromium } from '@fencepost/testing/browser';
import { Served } from './served.js';

export const root = path.join(import.meta.dirname, '..', '..', '..');

/** An example, as `examples.json` has it. */
export interface Listed {
  readonly group: string;
  readonly title: string;
  readonly about: string;
  readonly path: string;
}

export const EXAMPLES = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '..', 'examples.json'), 'utf8'),
) as readonly Listed[];

/** What a link to a program has after its `#`. */
export function linkTo(file: string, text: string, models: readonly string[] = []): string {
  return `#p1,${deflateRawSync(JSON.stringify({ file, text, models })).toString('base64url')}`;
}

/** The first example, with a line more: somebody's program, so that nothing runs until Check is pressed. */
const QUIET = linkTo('SB.litmus', `${fs.readFileSync(path.join(root, EXAMPLES[0]!.path), 'utf8')}\n`);

/** The playground and its visitors, in Chromium. */
export class Site extends Served {
  context!: BrowserContext;
  /** What the page complained of. */
  readonly problems: string[] = [];
  private browser!: Browser;

  override async start(): Promise<void> {
    await super.start();
    this.browser = await launchChromium();
  }

  /** A visitor who has never been here. */
  async newVisitor(): Promise<void> {
    this.context = await this.browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  }

  /** Opens the page by a link. Without one, it opens its first example, and checks it. */
  async open(fragment = QUIET): Promise<Page> {
    const page = await this.context.newPage();
    page.setDefaultTimeout(120_000); // a busy machine is no failure
    page.on('console', (message) => this.problems.push(message.text()));
    page.on('pageerror', (error) => this.problems.push(String(error)));
    await page.goto(this.url + fragment);
    return page;
  }

  override async close(): Promise<void> {
    await this.browser.close();
    await super.close();
  }
}

/** A site for the tests of a file. What goes wrong on its pages fails the test that opened them. */
export function useSite(): Site {
  const site = served();
  beforeEach(() => site.newVisitor());
  afterEach(() => site.context.close());
  return site;
}

/** A page for all tests of a file, which check one program each. */
export function usePage(): () => Page {
  const site = served();
  let page: Page;
  beforeAll(async () => {
    await site.newVisitor();
    page = await site.open();
  });
  return () => page;
}

function served(): Site {
  // The first to start it has the compiler compile the examples.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 300_000 });
  const site = new Site();
  beforeAll(() => site.start());
  afterAll(() => site.close());
  afterEach(() => {
    site.replaced.clear();
    expect(site.problems.splice(0)).toEqual([]);
  });
  return site;
}

/** Opens an example from the menu. */
export async function choose(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Examples' }).click();
  await page
    .getByRole('navigation', { name: 'Examples' })
    .getByRole('button', { name: new RegExp(`^${title} `) })
    .click();
}

export async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Check(?: \(|$)/ }).click();
}

/** Waits until the check that runs has ended. */
export async function ended(page: Page): Promise<void> {
  await page.locator('.result[aria-busy="false"]').waitFor({ state: 'attached', timeout: 120_000 });
}

/** What the page says first: the verdict, or the answer to the question of a litmus test. */
export async function verdictOf(page: Page): Promise<string> {
  const words = page.locator('.answer h2');
  await words.waitFor();
  return (await words.innerText()).replace(/\s+/g, ' ').trim();
}

export async function verdictAfterCheck(page: Page): Promise<string> {
  await check(page);
  await ended(page);
  return verdictOf(page);
}
