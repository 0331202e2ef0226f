// Turns the changesets into a version and a section of CHANGELOG.md.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { home } from './published/entries.js';

const options = { stdio: /** @type {const} */ ('inherit'), shell: process.platform === 'win32' };
execFileSync('npx', ['changeset', 'version'], options);

// Changesets writes into the folder of the package; the repository has one changelog.
const written = path.join(home, 'CHANGELOG.md');
if (fs.existsSync(written)) {
  const changelog = path.join(home, '..', '..', 'CHANGELOG.md');
  const section = fs.readFileSync(written, 'utf8').replace(/^# .*\n+/, '');
  const before = fs.readFileSync(changelog, 'utf8');
  const place = /^## /m.exec(before)?.index ?? before.length;
  fs.writeFileSync(changelog, `${before.slice(0, place)}${section.trimEnd()}\n\n${before.slice(place)}`);
  fs.rmSync(written);
}

// The lock file has the version, too.
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], options);
