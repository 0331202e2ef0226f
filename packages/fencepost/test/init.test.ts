import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { fencepost, typing } from '@fencepost/testing/terminal';

let folder: string;
const before = process.cwd();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fencepost-init-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const written = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

/** What somebody answers on a terminal. */
const answering = (...pieces: string[]) => ({ outIsTerminal: true, errIsTerminal: true, input: typing(pieces, true) });

describe('fencepost init', () => {
  it('writes instructions for coding agents, and keeps those of others', async () => {
    const skill = '.agents/skills/fencepost/SKILL.md';
    const first = await fencepost(['init', '--agents']);
    expect(first).toMatchObject({ code: 0, out: `wrote   ${skill}\nwrote   AGENTS.md\n`, err: '' });
    const text = readFileSync(join(folder, skill), 'utf8');
    expect(text).toMatch(/^---\nname: fencepost\ndescription: .{50,500}\n---\n/);
    expect(text.split('\n').length).toBeLessThan(50);
    // Every command that it names exists.
    const named = [...new Set([...text.matchAll(/npx fencepost (\w+)/g)].map(([, name]) => name!))];
    for (const name of named) expect((await fencepost([name, '--help'])).code).toBe(0);
    expect(named.length).toBeGreaterThan(3);
    expect((await fencepost(['init', '--agents'])).out).toBe(`kept    ${skill}\nkept    AGENTS.md\n`);
    writeFileSync(join(folder, 'AGENTS.md'), '# Ours\n');
    expect((await fencepost(['init', '--agents'])).out).toMatch(
      /kept {4}AGENTS\.md; add to it:\n\n## Concurrent code\n/,
    );
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe('# Ours\n');
    expect((await fencepost(['init', '--agents', '--ts'])).out).toContain('wrote   checks/message.check.ts');
  });

  it('writes an example in TypeScript that is safe', async () => {
    const { code, out, err } = await fencepost(['init', '--ts']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      'wrote   checks/message.check.ts\nwrote   fencepost.config.json\n\nNow run:\n  npx fencepost check\n',
    );
    const checked = await fencepost(['check']);
    expect(checked).toMatchObject({ code: 0, err: 'found 1 file: checks/message.check.ts\n' });
    expect(checked.out).toMatch(/✓ ARMv8 {2}safe and robust/);
    // As its comment says.
    const file = join(folder, 'checks/message.check.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Atomics.store(memory, 0, 1)', 'memory[0] = 1'));
    expect((await fencepost(['check'])).out).toMatch(/✗ ARMv8 {2}fails/);
  });

  it.skipIf(!canCompile)('writes an example in C that is safe', async () => {
    expect((await fencepost(['init', '--c'])).code).toBe(0);
    const checked = await fencepost(['check']);
    expect(checked).toMatchObject({ code: 0, err: 'found 1 file: checks/message.check.c\n' });
    const file = join(folder, 'checks/message.check.c');
    const text = readFileSync(file, 'utf8').replace('sent, 1, memory_order_release', 'sent, 1, memory_order_relaxed');
    writeFileSync(file, text);
    expect((await fencepost(['check'])).out).toMatch(/✗ RC11 {2}fails/);
  });

  it('adds a script, and changes nothing else in package.json', async () => {
    writeFileSync('package.json', '{\n\t"name": "mine",\n\t"scripts": {\n\t\t"test": "vitest"\n\t},\n\t"x": [1]\n}');
    expect((await fencepost(['init', '--ts'])).out).toContain('changed package.json: npm run fencepost\n');
    expect(readFileSync('package.json', 'utf8')).toBe(
      '{\n\t"name": "mine",\n\t"scripts": {\n\t\t"test": "vitest",\n\t\t"fencepost": "fencepost check"\n\t},\n\t"x": [\n\t\t1\n\t]\n}',
    );
  });

  it.each(['{oops', '[]', '3', '{ "scripts": 7 }', '{ "scripts": { "fencepost": "mine" } }'])(
    'leaves a package.json alone that is %j',
    async (text) => {
      writeFileSync('package.json', text);
      const { code, out } = await fencepost(['init', '--ts']);
      expect(code).toBe(0);
      expect(out).toMatch(/^kept {4}package\.json/m);
      expect(readFileSync('package.json', 'utf8')).toBe(text);
    },
  );

  it('never overwrites', async () => {
    await fencepost(['init', '--ts', '--ci']);
    const files = [...written(), 'package.json'].filter((file) => existsSync(file));
    for (const file of files) writeFileSync(file, 'mine');
    const { code, out } = await fencepost(['init', '--ts', '--ci']);
    expect(code).toBe(0);
    expect(out).not.toContain('wrote');
    for (const file of files) expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('keeps a configuration of another name', async () => {
    writeFileSync('fencepost.config.mjs', 'export default {};\n');
    expect((await fencepost(['init', '--ts'])).out).toMatch(/^kept {4}fencepost\.config\.mjs$/m);
    expect(written()).toEqual(['checks/message.check.ts', 'fencepost.config.mjs']);
  });

  it.each([
    [[], 'ts'],
    [['main.c'], 'c'],
    [['CMakeLists.txt'], 'c'],
    [['main.c', 'tsconfig.json'], 'ts'],
  ])('chooses by the files of the folder, without questions: %j', async (files, ending) => {
    for (const file of files) writeFileSync(file, '');
    expect((await fencepost(['init', '--yes'])).code).toBe(0);
    expect(existsSync(`checks/message.check.${ending}`)).toBe(true);
  });

  it('writes a workflow', async () => {
    writeFileSync('package-lock.json', '{}');
    await fencepost(['init', '--c', '--ci']);
    const workflow = parse(readFileSync('.github/workflows/fencepost.yml', 'utf8')) as {
      jobs: { check: { steps: { run?: string }[] } };
    };
    expect(workflow.jobs.check.steps.map(({ run }) => run)).toEqual([
      ...[undefined, undefined, 'npm ci', expect.stringMatching(/clang-\d+ lld-\d+$/) as string],
      'npx fencepost check --format github',
    ]);
  });

  it('asks on a terminal, until it has an answer', async () => {
    const { code, out } = await fencepost(['init'], answering('what?\n', 'C', '\ny', '\n'));
    expect(code).toBe(0);
    expect(out.split('C or TypeScript? [TypeScript] ')).toHaveLength(3);
    expect(written()).toEqual(['.github/workflows/fencepost.yml', 'checks/message.check.c', 'fencepost.config.json']);
  });

  it('takes the default for an empty answer', async () => {
    expect((await fencepost(['init'], answering('\n\n'))).code).toBe(0);
    expect(written()).toEqual(['checks/message.check.ts', 'fencepost.config.json']);
  });

  it.each([
    [['init'], {}, /no terminal on which to ask.*\n {2}hint: add --c, --ts or --yes/],
    [['init'], answering(), /there was no answer, and nothing was written/],
    [['init', '--c', '--ts'], {}, /--c cannot be combined with --ts/],
    [['init', 'folder'], {}, /init takes no 'folder'/],
    [['init', '--tsx'], {}, /unknown option '--tsx'.*\n {2}hint: did you mean --ts\?/],
  ])('refuses %j and writes nothing', async (args, terminal, message) => {
    const { code, err } = await fencepost(args, terminal);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(written()).toEqual([]);
  });
});

describe('fencepost demo', () => {
  it('shows a program, how it fails, why, and the fix', async () => {
    const { code, out, err } = await fencepost(['demo', '--color', 'never']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [file] = /\S*message\.check\.ts/.exec(out)!;
    expect(out).toMatch(/^ {3}6 │ {5}memory\[1\] = 42; \/\/ the message$/m);
    expect(out).toMatch(/✓ SC .*\n.*✗ ARMv8 {2}fails, not under SC/);
    expect(out).toMatch(/^ +Why /m);
    expect(out).toMatch(/\+ +Atomics\.store\(memory, 0, 1\);/);
    expect(out).toMatch(/What to try next:\n {2}fencepost fix .*--write\n/);
    expect(written()).toEqual([]);
    // The commands that it names work.
    expect((await fencepost(['fix', file, '--write', '--no-config'])).code).toBe(0);
    expect((await fencepost(['check', file, '--no-config'])).code).toBe(0);
    rmSync(join(file, '..'), { recursive: true });
  });

  it('takes nothing', async () => {
    const { code, err } = await fencepost(['demo', 'queue.c']);
    expect(code).toBe(2);
    expect(err).toMatch(/demo takes no 'queue\.c'.*\n {2}hint: to check your own program: fencepost check queue\.c/);
  });
});
