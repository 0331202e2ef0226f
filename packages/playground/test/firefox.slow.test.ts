import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { modelsOf, parseLitmus } from '@fencepost/litmus';
import type { Said } from './reports.js';
import { saidByCommand, saidIn } from './reports.js';
import { Served } from './served.js';
import { EXAMPLES, root } from './site.js';

// Firefox of Debian has no protocol that our driver of browsers speaks. So another page of the same origin has the playground in a frame,
// presses its buttons, and posts what it shows.

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((file) => fs.existsSync(file));
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
    const titles = JSON.stringify(EXAMPLES.map(({ title }) => title));
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

  it.each(EXAMPLES)('shows what the command says: $title', { timeout: LIMIT }, async ({ title, path: file }) => {
    const text = await vi.waitUntil(() => shown.get(title), { timeout: LIMIT });
    const said: Said = text.startsWith('{') ? saidIn(text) : { refused: text };
    const [folder, name] = [path.join(root, path.dirname(file)), path.basename(file)];
    const models = file.endsWith('.litmus')
      ? modelsOf(parseLitmus(fs.readFileSync(path.join(folder, name), 'utf8'), name))
      : [];
    expect(said).toEqual(await saidByCommand(folder, name, models));
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
    eventually(() => [...page().querySelectorAll('button')].find((each) => each.textContent.trim().startsWith(text)));
  const busy = (is: boolean) => (): true | undefined =>
    page().querySelector(`.result[aria-busy="${is}"]`) === null ? undefined : true;
  for (const title of titles) {
    await eventually(busy(false));
    (await button('Examples')).click();
    (await button(title)).click();
    await eventually(() => (page().title.startsWith('SB.litmus') === (title === titles[0]) ? true : undefined));
    await eventually(busy(false));
    // What is stored is not what this browser says.
    (await button('Check')).click();
    await eventually(busy(true));
    await eventually(busy(false));
    const result = await eventually(
      () =>
        page().querySelector('script.data')?.textContent ??
        page().querySelector<HTMLElement>('[role=alert]')?.innerText,
    );
    await fetch(encodeURIComponent(title), { method: 'POST', body: result });
  }
}
