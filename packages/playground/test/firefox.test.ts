import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { checkProgram, litmusCheckProgram } from '@fencepost/check';
import { parseLitmus } from '@fencepost/litmus';
import type { Report } from '@fencepost/report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePlayground } from '../../../tools/scripts/playground.js';
import { contentType } from './content-type.js';

// Firefox of Debian has no protocol that our driver of browsers speaks. So another page of the same origin has the playground in a frame,
// presses its buttons, and posts what it shows.

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((file) => fs.existsSync(file));
const root = path.join(import.meta.dirname, '..', '..', '..');
const examples = examplesOf('.litmus');

interface Shown {
  readonly title: string;
  readonly report: Report;
}

describe.skipIf(FIREFOX === undefined)('Firefox', () => {
  let folder = '';
  let server: http.Server;
  let browser: ChildProcess;
  const shown: Shown[] = [];
  let driven: Promise<void>;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-firefox-'));
    const site = path.join(folder, 'site');
    fs.mkdirSync(site);
    await makePlayground(site);
    const titles = JSON.stringify(examples.map(({ title }) => title));
    fs.writeFileSync(
      path.join(site, 'drive.html'),
      `<iframe src="index.html" width="1000" height="800"></iframe><script>(${drive.toString()})(${titles})</script>`,
    );
    driven = new Promise((resolve) => {
      server = http.createServer((request, response) => {
        const file = new URL(request.url ?? '', 'http://site').pathname.slice(1) || 'index.html';
        if (request.method === 'POST') {
          let text = '';
          request.on('data', (part: Buffer) => (text += part.toString()));
          request.on('end', () => {
            if (file === 'shown') shown.push(JSON.parse(text) as Shown);
            else resolve();
            response.end();
          });
          return;
        }
        const full = path.join(site, file);
        response.writeHead(fs.existsSync(full) ? 200 : 404, { 'content-type': contentType(file) });
        response.end(fs.existsSync(full) ? fs.readFileSync(full) : undefined);
      });
    });
    await new Promise<void>((listening) => server.listen(0, listening));
    const url = `http://localhost:${(server.address() as AddressInfo).port}/drive.html`;
    const profile = path.join(folder, 'profile');
    fs.mkdirSync(profile);
    browser = spawn(FIREFOX!, ['--headless', '--no-remote', '--profile', profile, url], {
      stdio: 'ignore',
      env: { ...process.env, HOME: folder },
    });
  }, 60_000);

  afterAll(async () => {
    browser.kill();
    await new Promise((ended) => browser.on('exit', ended));
    server.closeAllConnections();
    server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('shows what the command says', { timeout: 120_000 }, async () => {
    await driven;
    const verdicts = ({ checks }: Pick<Report, 'checks'>) =>
      checks.map(({ model, verdict, robust, executions }) => ({ model, verdict, robust, executions }));
    expect(shown.map(({ title, report }) => ({ title, checks: verdicts(report) }))).toEqual(
      examples.map(({ title, path: file }) => {
        const text = fs.readFileSync(path.join(root, file), 'utf8');
        const checks = checkProgram(litmusCheckProgram(parseLitmus(text, path.basename(file))));
        return { title, checks: verdicts({ checks } as unknown as Report) };
      }),
    );
  });
});

function examplesOf(extension: string): readonly { readonly title: string; readonly path: string }[] {
  const text = fs.readFileSync(path.join(import.meta.dirname, '..', 'examples.json'), 'utf8');
  return (JSON.parse(text) as { title: string; path: string }[]).filter((each) => each.path.endsWith(extension));
}

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
    eventually(() => [...page().querySelectorAll('button')].find((each) => each.textContent.trim() === text));
  const post = (path: string, content: unknown): Promise<Response> =>
    fetch(path, { method: 'POST', body: JSON.stringify(content) });
  for (const title of titles) {
    (await button(title)).click();
    (await button('Check')).click();
    await eventually(() => (page().querySelector('iframe.report') === null ? true : undefined));
    const frame = await eventually(() => page().querySelector<HTMLIFrameElement>('iframe.report'));
    const report = new DOMParser().parseFromString(frame.srcdoc, 'text/html');
    const data = report.querySelector('script[type="application/json"]')!.textContent;
    await post('shown', { title, report: (JSON.parse(data) as { report: unknown }).report });
  }
  await post('end', {});
}
