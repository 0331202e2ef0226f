import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETS } from '../truth/sets.js';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The commands that list themselves, and where their tables are. */
const TABLES = {
  bench: 'benchmarks/main.ts',
  campaign: 'campaigns/main.ts',
  corpus: 'corpus/main.ts',
  tables: 'tools/scripts/tables.js',
};

const namesOf = (file: string): string[] =>
  [...read(file).matchAll(/^ {4,}name: '(.+)'|\{ name: '([^']+)'/gm)].map(([, a, b]) => (a ?? b)!);
const names = Object.fromEntries([
  ...Object.entries(TABLES).map(([script, file]) => [script, namesOf(file)] as const),
  ['truth', SETS.map(({ name }) => name)] as const,
]);
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };

/** Everything that may name a script. What was released keeps its words. */
const files = execFileSync('git', ['ls-files', '*.md', '*.ts', '*.js', '*.yml', '*.json', '.ci/*'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== 'CHANGELOG.md' && !file.startsWith('site/') && !file.includes('fixtures/'));

describe('npm scripts', () => {
  it('are few: larger groups are listed by one of them', () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(18);
  });

  it.each(Object.entries(names))('%s has each name once', (_, all) => {
    expect(all.length).toBeGreaterThan(2);
    expect(new Set(all).size).toBe(all.length);
  });

  it('are named as they are called, wherever they are named', () => {
    const wrong: string[] = [];
    let seen = 0;
    for (const file of files) {
      let text;
      try {
        text = read(file);
      } catch {
        continue; // not in the work tree
      }
      for (const [all, script = '', name] of text.matchAll(
        /npm run (?:--silent )?(bench|campaign|corpus|tables|truth)\b(?: -- ([a-z][a-z-]*))?/g,
      )) {
        seen++;
        if (name !== undefined && !names[script]!.includes(name)) wrong.push(`${file}: ${all}`);
      }
      for (const [all] of text.matchAll(/npm run (?:--silent )?(?!test:)[a-z]+:[a-z]+/g)) wrong.push(`${file}: ${all}`);
    }
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(100);
  });
});

describe('a command that lists itself', () => {
  const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, ['--input-type=module', '-e', SAMPLE, '--', ...args], { cwd: root, encoding: 'utf8' });
  const SAMPLE = `
    import { runCommand } from '@fencepost/testing/commands';
    await runCommand('sample', [
      { name: 'one', what: 'the first', run: () => console.log('one', process.argv.slice(2)) },
      { name: 'other', what: 'the second', run: () => console.log('other') },
    ]);
  `.replace("'@fencepost/testing/commands'", JSON.stringify(join(root, 'packages/testing/dist/commands.js')));

  it('prints its table', () => {
    expect(run('x', '--list')).toMatchObject({ status: 0, stdout: 'one    the first\nother  the second\n' });
  });

  it('runs the named command, once, with the arguments that follow', () => {
    expect(run('x', 'one', '--seed', '3').stdout).toBe("one [ '--seed', '3' ]\n");
  });

  it.each([[['x']], [['x', 'another']]])('does nothing otherwise, and fails: %j', (args) => {
    const { status, stdout, stderr } = run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('npm run sample -- NAME');
  });
});
