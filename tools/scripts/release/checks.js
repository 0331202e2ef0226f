// What must hold before a release: pure functions, for the rehearsal and for tests.

/**
 * @typedef {object} State
 * @property {string} version that of packages/fencepost/package.json, the only place that states it
 * @property {string} status `git status --porcelain`
 * @property {readonly string[]} tags
 * @property {string | undefined} tag the tag that the workflow runs for
 * @property {string} changelog
 * @property {ReadonlyMap<string, string>} manifests every other package.json, and the lock file, by path
 * @property {ReadonlyMap<string, string>} texts files that name a version or a major version for users, by path
 */

/** Version of a manifest that must have one, but is released with that of the package. */
export const PLACEHOLDER = '0.0.0';

/**
 * Returns what prevents a release, one line for each.
 *
 * @param {State} state
 * @returns {string[]}
 */
export function problemsOf({ version, status, tags, tag, changelog, manifests, texts }) {
  const problems = [];
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) problems.push(`${version} is not a version`);
  const changed = status.split('\n').filter((line) => line !== '');
  if (changed.length > 0)
    problems.push(`the work tree is not clean: ${changed.map((line) => line.slice(3)).join(', ')}`);
  if (tag !== undefined && tag !== `v${version}`) problems.push(`the tag is ${tag}, but the version is ${version}`);
  if (tag === undefined && tags.includes(`v${version}`)) problems.push(`the tag v${version} exists`);
  for (const [file, text] of manifests) problems.push(...problemsOfManifest(file, text, version));
  for (const [file, text] of texts) problems.push(...problemsOfText(file, text, version));
  if (notesOf(changelog, version) === '') problems.push(`CHANGELOG.md has no section "## [${version}]" with text`);
  if (notesOf(changelog, 'Unreleased') !== '') problems.push('CHANGELOG.md has text under "## [Unreleased]"');
  return problems;
}

/** @param {string} file @param {string} text @param {string} version */
function problemsOfManifest(file, text, version) {
  /** @type {unknown} */
  const parsed = JSON.parse(text);
  const manifest = /** @type {{ version?: string, packages?: Record<string, { version?: string }> }} */ (parsed);
  if (manifest.packages !== undefined) {
    const locked = manifest.packages['packages/fencepost']?.version;
    return locked === undefined || locked === version ? [] : [`${file} has version ${locked}`];
  }
  const found = manifest.version ?? PLACEHOLDER;
  return found === PLACEHOLDER ? [] : [`${file} states a version of its own, ${found}`];
}

/** Versions that users copy: `fencepost 1.2.3`, `fencepost-agent:1.2.3`, `VERSION=1.2.3`, `fencepost/fencepost@v1`. */
const NAMED = /\bfencepost(?: |-agent:|@)\d+\.\d+\.\d+|\bVERSION=\d+\.\d+\.\d+|fencepost\/fencepost@v\d+\b/g;

/** @param {string} file @param {string} text @param {string} version */
function problemsOfText(file, text, version) {
  const [major = ''] = version.split('.');
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(NAMED)].flatMap(([words]) => {
      const named = /[\d.]+$/.exec(words)?.[0] ?? '';
      return named === (named.includes('.') ? version : major) ? [] : [`${file}:${index + 1} says ${words}`];
    }),
  );
}

/**
 * Writes a version where texts name another one.
 *
 * @param {string} text
 * @param {string} version
 */
export function withVersion(text, version) {
  const [major = ''] = version.split('.');
  return text.replaceAll(NAMED, (words) => words.replace(/\d+\.\d+\.\d+$/, version).replace(/@v\d+$/, `@v${major}`));
}

/**
 * Returns the text of a section of the changelog; empty if there is none.
 *
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`)) ?? '';
  return section.split('\n').slice(1).join('\n').trim();
}

/** The dist-tag of npm: only finished versions are what `npm install fencepost` installs. @param {string} version */
export const distTag = (version) => (version.includes('-') ? 'next' : 'latest');
