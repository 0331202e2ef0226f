import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Said } from './reports.js';
import { saidByCommand, saidByReport } from './reports.js';
import { Served } from './served.js';

// Firefox of Debian has no protocol that our driver of browsers speaks. So another page of the same origin has the playground in a frame,
// presses its buttons, and posts what it shows.

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((file) => fs.existsSync(file));
const root = path.join(import.meta.dirname, '..', '..', '..');
const examples = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '..', 'examples.json'), 'utf8')) as {
  readonly title: string;
  readonly path: string;
}[];

/** All examples, from the click to the verdict. The compiler takes its time on a busy machine. */
const LIMIT = 400_000;

describe.skipIf(FIREFOX === undefined)('Firefox', () => {
  const site = new Served();
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-firefox-'));
  let browser: ChildProcess;
  /** What it shows, by title. */
  const shown = new Map<string, string>();

  beforeAll(async () => {
    await site.start();
    const titles = JSON.stringify(examples.map(({ title }) => title));
    site.replaced.set(
      'drive.html',
      `<iframe src="index.html" width="1000" height="800"></iframe><script>(${drive.toString()})(${titles})</script>`,
    );
    site.posted = (title, text) => shown.set(decodeURIComponent(title), text);
    browser = spawn(FIREFOX!, ['--headless', '--no-remote', '--profile', profile, `${site.url}drive.html`], {
      stdio: 'ignore',
      env: { ...process.env, HOME: profile },
    });
  }, 60_000);

  afterAll(async () => {
    browser.kill();
    await new Promise((ended) => browser.on('exit', ended));
    await site.close();
    fs.rmSync(profile, { recursive: true, force: true });
  });

  it.each(examples)('agrees with the command: $title', { timeout: LIMIT }, async ({ title, path: file }) => {
    const text = await vi.waitUntil(() => shown.get(title), { timeout: LIMIT });
    const said: Said = text.startsWith('<') ? saidByReport(text) : { refused: text };
    expect(said).toEqual(await saidByCommand(path.join(root, path.dirname(file)), path.basename(file)));
  });
});

/** Runs in the page. */
async function drive(titles: readonly string[]): Promise<void> {
  const page = (): Document => document.querySelector('iframe')!.contentDocument!;
  const eventually = async <T>(find: () => T | null | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== null && found !== undefined) return found;
      await new Promise((soon) => setTimeout(soon, 20));
    }
  };
  const button = (text: string): Promise<HTMLButtonElement> =>
    eventually(() =>
      [...page().querySelectorAll('button')].find(
        (each) => each.textContent.trim().replace(/ \(downloads .*\)$/, '') === text,
      ),
    );
  for (const title of titles) {
    (await button(title)).click();
    (await button('Check')).click();
    await eventually(() => (page().querySelector('iframe.report') === null ? true : undefined));
    const result = await eventually(
      () =>
        page().querySelector<HTMLIFrameElement>('iframe.report')?.srcdoc ??
        page().querySelector<HTMLElement>('[role=alert]')?.innerText,
    );
    await fetch(encodeURIComponent(title), { method: 'POST', body: result });
  }
}
