import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { launchChromium } from '@fencepost/testing/browser';
import { Served } from './served.js';

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
    this.context = await this.browser.newContext();
  }

  async open(fragment = ''): Promise<Page> {
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
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const site = new Site();
  beforeAll(() => site.start());
  afterAll(() => site.close());
  afterEach(() => {
    site.replaced.clear();
    expect(site.problems.splice(0)).toEqual([]);
  });
  return site;
}

/** Presses Check, and waits for the report. Its rows, as they can be read. */
export async function rowsAfterCheck(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Check' }).click();
  return rowsOf(page);
}

export async function rowsOf(page: Page): Promise<string[]> {
  const rows = page.frameLocator('iframe.report').locator('tbody tr');
  await rows.first().waitFor();
  return (await rows.allInnerTexts()).map((row) =>
    row
      .replace(/\s+/g, ' ')
      .replace(/ [\d.]+ s$/, '')
      .trim(),
  );
}
