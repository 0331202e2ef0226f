import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { makePlayground } from '../../../tools/scripts/playground.js';
import { launchChromium } from '../../viewer/test/browser.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
};

/** The playground, made from its sources and served as any static host would. */
export class Site {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-playground-'));
  /** What is served instead of the file of this name. */
  readonly replaced = new Map<string, string>();
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  context!: BrowserContext;
  /** What the page complained of. */
  readonly problems: string[] = [];
  private heldBack: string | undefined;
  private readonly waiting: (() => void)[] = [];
  private server!: http.Server;
  private browser!: Browser;

  async start(): Promise<void> {
    await makePlayground(this.folder);
    this.server = http.createServer(({ url = '' }, response) => {
      const file = new URL(url, 'http://site').pathname.slice(1) || 'index.html';
      this.asked.push(file);
      const content = this.replaced.get(file) ?? this.read(file);
      const answer = (): void => void response.end(content);
      response.writeHead(content === undefined ? 404 : 200, {
        'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      });
      if (this.heldBack !== undefined && file.endsWith(this.heldBack)) this.waiting.push(answer);
      else answer();
    });
    await new Promise<void>((listening) => this.server.listen(0, listening));
    this.browser = await launchChromium();
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}/`;
  }

  private read(file: string): Buffer | undefined {
    const full = path.join(this.folder, file);
    return fs.existsSync(full) ? fs.readFileSync(full) : undefined;
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

  /** Files that end so are served only when the returned function is called. */
  holdBack(extension: string): () => void {
    this.heldBack = extension;
    return () => {
      this.heldBack = undefined;
      this.waiting.splice(0).forEach((answer) => answer());
    };
  }

  /** Nobody serves it any more. */
  async goOffline(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.goOffline();
    fs.rmSync(this.folder, { recursive: true });
  }
}

/** A site for the tests of a file. What goes wrong on its pages fails the test that opened them. */
export function useSite(): Site {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const site = new Site();
  beforeAll(() => site.start());
  afterAll(() => site.close());
  beforeEach(() => site.newVisitor());
  afterEach(async () => {
    await site.context.close();
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
