// npm run release -- --dry-run: everything of a release but the publishing. CONTRIBUTING.md says how a release is made.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { home, manifest } from './published/entries.js';
import { distTag, notesOf, problemsOf, withVersion } from './release/checks.js';
import { folder, namedVersions, readState, root } from './release/state.js';

const USAGE = `npm run release -- --dry-run      checks, builds, packs and tests; prints what would be published
npm run release -- --set 1.2.3    writes the version: package, lock file, changelog, texts that name it
npm run release                   publishes what a rehearsal made; only in .github/workflows/release.yml`;

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, set: { type: 'string' } },
});
const isWindows = process.platform === 'win32';

if (values.set !== undefined) setVersion(values.set);
else if (values['dry-run']) rehearse();
else publish();

/** @param {string} version */
function setVersion(version) {
  /** @param {string} name @param {(text: string) => string} change */
  const rewrite = (name, change) => {
    const file = path.join(root, name);
    fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
  };
  rewrite('packages/fencepost/package.json', (text) => text.replace(/(?<="version": ").*(?=")/, version));
  rewrite('package-lock.json', (text) =>
    text.replace(/(?<="packages\/fencepost": \{\n\s+"version": ").*(?=")/, version),
  );
  rewrite('CHANGELOG.md', (text) => text.replace(/^## \[Unreleased\]$/m, `## [${version}]`));
  for (const name of namedVersions().keys()) rewrite(name, (text) => withVersion(text, version));
}

function rehearse() {
  const state = readState();
  const { version } = state;
  const problems = problemsOf(state);
  if (problems.length > 0)
    fail(`fencepost ${version} cannot be released:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  console.log(`fencepost ${version}: the tree is clean, one version everywhere, the changelog has a section`);

  fs.rmSync(folder, { recursive: true, force: true });
  run('npm', ['run', '--silent', 'build']);
  fs.mkdirSync(folder, { recursive: true });
  run('node', [path.join('tools', 'scripts', 'pack.js'), folder]);
  run('node', [path.join('tools', 'scripts', 'extension.js'), '--package']);
  fs.renameSync(path.join(root, 'editors', 'vscode', 'fencepost.vsix'), path.join(folder, `fencepost-${version}.vsix`));
  run('npx', ['vitest', 'run', '--project', 'published']);

  const name = `fencepost-${version}.tgz`;
  const notes = notesOf(state.changelog, version);
  fs.writeFileSync(path.join(folder, 'notes.md'), `${notes}\n`);
  fs.writeFileSync(path.join(folder, 'digest'), digestOf(path.join(folder, name)));
  const files = fs.readdirSync(path.join(home, 'dist', 'package'), { recursive: true, withFileTypes: true });
  const size = fs.statSync(path.join(folder, name)).size;
  console.log(`Would publish:
  ${name}, ${Math.ceil(size / 1024)} kB, ${files.filter((file) => file.isFile()).length} files
  ${digestOf(path.join(folder, name))}
  to npm as fencepost@${version}, dist-tag ${distTag(version)}, with provenance
Would tag:
  v${version}, and move ${majorTag(version)}, which users of the action name
Would release on GitHub:
  the tarball and the extension for VS Code, with ${notes.split(/\s+/).length} words of notes
Nothing was published. Pushing the tag v${version} does it (.github/workflows/release.yml).`);
}

/** Publishes the tarball that the rehearsal of the same workflow has tested. */
function publish() {
  const { version } = manifest();
  const isWorkflow = process.env['GITHUB_ACTIONS'] === 'true' && process.env['GITHUB_REF'] === `refs/tags/v${version}`;
  // npm accepts the workflow by this token, and signs the statement of provenance with it.
  if (!isWorkflow || process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] === undefined) {
    fail(`Only the release workflow publishes, for the tag v${version}.\n\n${USAGE}`, 2);
  }
  const tarball = path.join(folder, `fencepost-${version}.tgz`);
  if (!fs.existsSync(tarball)) fail(`There is no ${tarball}: run the rehearsal first.`);
  const tested = fs.readFileSync(path.join(folder, 'digest'), 'utf8');
  if (digestOf(tarball) !== tested) fail(`${tarball} is not the file that was tested.`);
  if (isPublished(version)) console.log(`fencepost ${version} is published`);
  else run('npm', ['publish', tarball, '--provenance', '--access', 'public', '--tag', distTag(version)]);
}

/** @param {string} version */
function isPublished(version) {
  try {
    return execFileSync('npm', ['view', `fencepost@${version}`, 'version'], { encoding: 'utf8' }).trim() === version;
  } catch {
    // No version is published.
    return false;
  }
}

/** @param {string} version */
const majorTag = (version) => `v${version.split('.')[0] ?? ''}`;

/** As npm writes it into lock files. @param {string} file */
const digestOf = (file) => `sha512-${createHash('sha512').update(fs.readFileSync(file)).digest('base64')}`;

/** @param {string} program @param {readonly string[]} args */
function run(program, args) {
  try {
    execFileSync(program, args, { cwd: root, stdio: 'inherit', shell: isWindows && program !== 'node' });
  } catch {
    fail(`Not released: ${[program, ...args].join(' ')} failed.`);
  }
}

/** @param {string} message @param {number} [code] @returns {never} */
function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}
