import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import { COMMANDS } from '../src/cli/commands.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SHELLS = ['bash', 'zsh', 'fish'];
const file = (shell: string): string => join(folder, `completion.${shell}`);
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

beforeAll(async () => {
  for (const shell of SHELLS) writeFileSync(file(shell), (await fencepost(['completion', shell])).out);
});

/** What the shell completes the line to. */
function completions(shell: string, words: readonly string[]): string[] {
  const script =
    shell === 'bash'
      ? `source '${file(shell)}'; COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _fencepost; printf '%s\n' "\${COMPREPLY[@]}"`
      : `source '${file(shell)}'; complete -C "$argv"`;
  const args = shell === 'bash' ? ['-c', script, 'bash', ...words] : ['--no-config', '-c', script, '--', ...words];
  const out = execFileSync(shell, args, { encoding: 'utf8', cwd: folder, env: { ...process.env, HOME: folder } });
  return out
    .split('\n')
    .map((line) => line.split('\t')[0]!)
    .filter((word) => word !== '' && !word.startsWith('completion.'))
    .sort();
}

const MODELS = ['all', 'arm', 'arm64', 'c11', 'ibm370', 'pso', 'rc11', 'sc', 'tso', 'x86'];

describe.each(['bash', 'fish'].filter(has))('%s completes', (shell) => {
  it.each<[string[], string[]]>([
    [['ch'], ['check']],
    [['check', '--mo'], ['--model']],
    [['check', '--model', ''], MODELS],
    [['check', '-m', 't'], ['tso']],
    [['check', '-m', 'sc,t'], ['sc,tso']],
    [
      ['check', '--format', 'j'],
      ['json', 'junit'],
    ],
    [['check', '--report', 'h'], ['html=']],
    [
      ['relax', '--model', ''],
      ['all', 'arm', 'arm64', 'c11', 'rc11'],
    ],
    [
      ['cluster', 's'],
      ['status', 'stop', 'submit'],
    ],
    [['cluster', 'submit', '--wa'], ['--wait']],
    [
      ['cluster', 'status', '--format', ''],
      ['html', 'json', 'text'],
    ],
    [
      ['completion', ''],
      ['bash', 'fish', 'zsh'],
    ],
    [
      ['help', 'mo'],
      ['models', 'monitor'],
    ],
    [['check', '--xyz'], []],
  ])('%j', (words, expected) => {
    expect(completions(shell, ['fencepost', ...words])).toEqual(expected.toSorted());
  });

  it('every command', () => {
    const words = completions(shell, ['fencepost', '']).filter((word) => !word.startsWith('-'));
    expect(words).toEqual([...COMMANDS.map(({ name }) => name), 'help'].sort());
  });
});

it.skipIf(!has('bash'))('bash completes values after =', () => {
  expect(completions('bash', ['fencepost', 'check', '--model', '=', 'ar'])).toEqual(['arm', 'arm64']);
  expect(completions('bash', ['fencepost', 'check', 'x.c', '--', '--mo'])).toEqual([]);
});

it.skipIf(!has('zsh'))('zsh accepts its script', () => {
  expect(spawnSync('zsh', ['-f', '-n', file('zsh')], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

it.each([
  [[], /no shell given .*\n {2}hint: shells are bash, zsh, fish/],
  [['csh'], /there is no shell 'csh' .*\n {2}hint: did you mean zsh\?/],
  [['bash', 'zsh'], /one shell, not also 'zsh'/],
])('refuses %j', async (args, message) => {
  const { code, out, err } = await fencepost(['completion', ...args]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(message);
});
