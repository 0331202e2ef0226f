import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Report, SourceLines } from '@fencepost/report';
import { htmlReport } from '@fencepost/viewer';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function chromiumPath(): string {
  const { CHROMIUM } = process.env;
  const found = (CHROMIUM === undefined ? PATHS : [CHROMIUM]).find((file) => fs.existsSync(file));
  if (found === undefined) {
    throw new Error(
      'The tests of the HTML report need Chromium. Install it with .ci/browser (Debian), or set CHROMIUM to its path.',
    );
  }
  return found;
}

/** The Chromium of the machine. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
}

export interface Opened {
  readonly report: Report;
  readonly sources: SourceLines;
}

interface View {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** Opens reports as a reader does: from a file. What goes wrong on a page fails the test that opened it. */
export function useBrowser(): (report: Opened, view?: View) => Promise<Page> {
  // Machines that run tests are busy.
  vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });
  let browser: Browser | undefined;
  let page: Page;
  let folder: string;
  let url = '';
  let files = 0;
  let problems: string[] = [];

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-viewer-'));
    browser = await launchChromium();
    page = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => {
      const asked = request.url().replace(/#.*/, '');
      if (asked !== url && !asked.startsWith('data:')) problems.push(`asks for ${asked}`);
    });
  });
  afterAll(async () => {
    await browser?.close();
    fs.rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    const found = problems;
    problems = [];
    expect(found).toEqual([]);
  });

  return async ({ report, sources }, { width = 1400, height = 900, colorScheme = 'light' } = {}) => {
    const file = path.join(folder, `${++files}.html`);
    fs.writeFileSync(file, htmlReport(report, sources));
    url = pathToFileURL(file).href;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ media: 'screen', colorScheme, reducedMotion: 'no-preference' });
    await page.goto(url);
    return page;
  };
}
