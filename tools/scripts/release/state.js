// Reads what a release depends on from the repository.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { manifest } from '../published/entries.js';

export const root = path.join(import.meta.dirname, '..', '..', '..');
/** The rehearsal leaves the tarball, its notes and its digest here; the workflow publishes them. */
export const folder = path.join(root, 'packages', 'fencepost', 'dist', 'release');

const OWN = 'packages/fencepost/package.json';
/** Files for users that may name a version. The changelog names all of them. */
const TEXTS = ['README.md', 'SECURITY.md', 'action.yml', 'docs/**/*.md', 'deploy', 'editors/vscode/README.md'];

/** @param {...string} args */
export const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

/** @param {readonly string[]} patterns @returns {Map<string, string>} */
function filesOf(patterns) {
  const names = git('ls-files', '-z', '--', ...patterns).split('\0');
  const present = names.filter((name) => name !== '' && fs.existsSync(path.join(root, name)));
  return new Map(present.map((name) => [name, fs.readFileSync(path.join(root, name), 'utf8')]));
}

/** Files that name a version for users. */
export const namedVersions = () => filesOf(TEXTS);

/** @returns {import('./checks.js').State} */
export function readState() {
  const manifests = filesOf(['package.json', '*/package.json', 'package-lock.json']);
  manifests.delete(OWN);
  for (const name of manifests.keys()) if (name.startsWith('test/')) manifests.delete(name);
  const ref = process.env['GITHUB_REF'];
  return {
    version: manifest().version,
    status: git('status', '--porcelain'),
    tags: git('tag', '--list').split('\n'),
    tag: ref?.startsWith('refs/tags/') === true ? ref.slice('refs/tags/'.length) : undefined,
    changelog: fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'),
    manifests,
    texts: namedVersions(),
  };
}
