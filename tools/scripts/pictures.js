// node tools/scripts/pictures.js: takes the pictures of README.md and of previews of links. Needs Chromium, and a build.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '@fencepost/testing/browser';

const root = path.join(import.meta.dirname, '..', '..');
const command = path.join(root, 'packages', 'fencepost', 'bin', 'fencepost.js');
const PROGRAM = 'examples/c/message.c';

/** @param {string} file */
function report(file) {
  const args = [command, 'check', PROGRAM, '--no-config', '--report', `html=${file}`];
  return new Promise((resolve) => execFile(process.execPath, args, { cwd: root }, resolve));
}

/** The preview of a link: 1200 × 630, as networks want it. */
function preview() {
  const logo = fs.readFileSync(path.join(root, 'site', 'public', 'logo.svg'), 'utf8');
  const theme = fs.readFileSync(path.join(root, 'packages', 'viewer', 'src', 'styles', 'theme.css'), 'utf8');
  return `<!doctype html><style>${theme}
    body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 84px 88px; position: relative;
      background: var(--page); color: var(--text); font-family: var(--sans); }
    header { display: flex; align-items: center; gap: 20px; font-size: 38px; font-weight: 700; }
    svg { width: 60px; height: 60px; }
    h1 { margin: 56px 0 0; font-size: 76px; line-height: 1.1; letter-spacing: -0.02em; }
    p { margin: 36px 0 0; color: var(--muted); font-size: 30px; line-height: 1.4; }
    i { position: absolute; bottom: 0; height: 14px; width: 400px; }
  </style><header>${logo} Fencepost</header>
  <h1>It passes every test.<br>It still breaks on ARM.</h1>
  <p>Every execution of your concurrent C, C++, Rust or TypeScript.<br>If one fails: that run, step by step, and the fix.</p>
  <i style="left:0;background:#2f6fde"></i><i style="left:400px;background:#c4700f"></i><i style="left:800px;background:#1a8a51"></i>`;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-pictures-'));
const browser = await launchChromium();
try {
  const html = path.join(folder, 'report.html');
  await report(html);
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme, deviceScaleFactor: 1.5 });
    await page.goto(pathToFileURL(html).href);
    const { y = 0, height = 0 } = (await page.locator('.repair').boundingBox()) ?? {};
    const clip = { x: 0, y: 0, width: 1280, height: Math.round(y + height + 24) };
    await page.screenshot({
      path: path.join(root, 'docs', 'images', `report-${colorScheme}.png`),
      fullPage: true,
      clip,
    });
    await page.close();
  }
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
  await page.setContent(preview());
  await page.screenshot({ path: path.join(root, 'site', 'public', 'og.png') });
} finally {
  await browser.close();
  fs.rmSync(folder, { recursive: true });
}
