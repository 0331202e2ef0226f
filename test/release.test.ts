import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distTag, notesOf, problemsOf, withVersion } from '../tools/scripts/release/checks.js';
import { readState } from '../tools/scripts/release/state.js';

const root = join(import.meta.dirname, '..');

const { changelog, ...read } = readState();
const { version } = read;
/** This repository, as if all were committed, the changelog were finished, and the version not yet tagged. */
const state = { ...read, status: '', tags: [], tag: undefined, changelog: `## [${version}]\n\n- all\n` };

describe('a release', () => {
  it('can be made of this repository, which has one version', () => {
    expect(state.manifests.size).toBeGreaterThan(20);
    expect(state.texts.size).toBeGreaterThan(60);
    expect(problemsOf(state)).toEqual([]);
  });

  it.each([
    ['a changed file', { status: ' M README.md\n?? new.ts\n' }, 'the work tree is not clean: README.md, new.ts'],
    ['a tag of the version', { tags: [`v${version}`] }, `the tag v${version} exists`],
    ['another tag', { tag: 'v9.9.9' }, `the tag is v9.9.9, but the version is ${version}`],
    [
      'a second version',
      { manifests: new Map([['p/package.json', '{"version":"0.2.0"}']]) },
      'p/package.json states a version of its own, 0.2.0',
    ],
    [
      'an old lock file',
      { manifests: new Map([['l.json', '{"packages":{"packages/fencepost":{"version":"0.1.0"}}}']]) },
      'l.json has version 0.1.0',
    ],
    ['an old example', { texts: new Map([['d.md', 'x\n`fencepost 0.1.0`']]) }, 'd.md:2 says fencepost 0.1.0'],
    ['an old action', { texts: new Map([['d.md', 'fencepost/fencepost@v0']]) }, 'd.md:1 says fencepost/fencepost@v0'],
    ['no section', { changelog: '# Changelog\n' }, `CHANGELOG.md has no section "## [${version}]" with text`],
    [
      'changes after the section',
      { changelog: `## [Unreleased]\n\n- new\n\n## [${version}]\n\n- all\n` },
      'CHANGELOG.md has text under "## [Unreleased]"',
    ],
  ])('is prevented by %s', (_, change, problem) => {
    expect(problemsOf({ ...state, ...change })).toEqual([problem]);
  });

  it('takes its notes from the section of its version', () => {
    const text = '# Changelog\n\n## [1.1.0]\n\n### A\n\n- new\n\n## [1.0.0]\n\n- old\n';
    expect([notesOf(text, '1.1.0'), notesOf(text, '1.0.0'), notesOf(text, '1.1')]).toEqual([
      '### A\n\n- new',
      '- old',
      '',
    ]);
  });

  it('has notes that users can read: the details are in the history', () => {
    const newest = /^## \[(.+)\]/m.exec(changelog)?.[1] ?? '';
    const words = notesOf(changelog, newest).split(/\s+/).length;
    expect(words).toBeGreaterThan(1);
    expect(words).toBeLessThanOrEqual(800);
  });

  it('writes its version where texts name one', () => {
    expect(withVersion('VERSION=1.0.0 fencepost-agent:1.0.0 fencepost/fencepost@v1 checkout@v5', '2.3.4')).toBe(
      'VERSION=2.3.4 fencepost-agent:2.3.4 fencepost/fencepost@v2 checkout@v5',
    );
  });

  it('is not what everybody installs until it is finished', () => {
    expect([distTag('1.0.0'), distTag('1.0.0-rc.1')]).toEqual(['latest', 'next']);
  });

  it.each([
    [{}],
    // As on a fork, or for another tag, or without the right to publish.
    [{ GITHUB_ACTIONS: 'true', GITHUB_REF: 'refs/heads/main', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.invalid' }],
    [{ GITHUB_ACTIONS: 'true', GITHUB_REF: `refs/tags/v${version}` }],
  ])('is not published outside of its workflow: %j', (variables) => {
    const env = { PATH: process.env['PATH'] ?? '', ...variables };
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/scripts/release.js')], {
      env,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^Only the release workflow publishes, for the tag v/);
  });
});
