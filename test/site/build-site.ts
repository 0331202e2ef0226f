import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { dist, root } from './built.js';

const site = path.dirname(dist);
/** What the site is made from, apart from packages. */
const SOURCES = ['docs', 'examples', 'site/.vitepress', 'site/public', 'site/home.md', 'site/package.json'];
const MADE = new Set(['cache', 'cards.json', 'node_modules']);

function newest(file: string): number {
  const stat = fs.statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const names = fs.readdirSync(file).filter((name) => !MADE.has(name));
  return Math.max(0, ...names.map((name) => newest(path.join(file, name))));
}

/** Builds the site unless `npm run site` has done so since the last change. */
export default function buildSite(): void {
  const index = path.join(dist, 'index.html');
  const built = fs.existsSync(index) ? fs.statSync(index).mtimeMs : 0;
  if (Math.max(...SOURCES.map((name) => newest(path.join(root, name)))) < built) return;
  const npm = (...args: string[]): void => {
    execFileSync('npm', [...args, '--prefix', site], { stdio: 'pipe', cwd: root });
  };
  if (!fs.existsSync(path.join(site, 'node_modules'))) npm('ci', '--no-audit', '--no-fund');
  npm('run', 'build');
}
