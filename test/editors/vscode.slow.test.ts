import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChecks } from '../../editors/vscode/src/find-checks.js';
import { root } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT, installPackages } from '@fencepost/testing/npm-packages';
import { pack, projectWith } from '../published/installed.js';
import type { Item } from './vscode-host.js';
import { Host, Token } from './vscode-host.js';

const execute = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-vscode-'));
/** The extension, as an editor unpacks it. */
const installed = path.join(folder, 'vsix', 'extension');
/** Where the packed command is installed. */
let project: string;
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const vsix = path.join(folder, 'fencepost.vsix');
  await execute(process.execPath, [path.join(root, 'tools/scripts/extension.js')]);
  const tools = await installPackages({ '@vscode/vsce': '3.6.2' });
  const packaging = [path.join(tools, 'node_modules/@vscode/vsce/vsce'), 'package', '--no-dependencies', '--out', vsix];
  await execute(process.execPath, packaging, { cwd: path.join(root, 'editors/vscode') });
  await execute('python3', ['-m', 'zipfile', '-e', vsix, path.join(folder, 'vsix')]);
  project = await projectWith((await pack()).tarball);
  cpSync(path.join(root, 'examples/typescript/ring-with-count.ts'), path.join(project, 'ring.ts'));
  cpSync(path.join(root, 'examples/c/dekker.c'), path.join(project, 'dekker.c'));
}, INSTALL_TIMEOUT);

async function started(): Promise<Host> {
  const host = new Host(project);
  const { main } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as { readonly main: string };
  host.activate(path.join(installed, main));
  await host.resolve!();
  return host;
}

function itemOf(host: Host, file: string): Item {
  return [...host.items].map(([, item]) => item).find(({ label }) => label === file)!;
}

describe('the extension for VS Code', { timeout: 120_000 }, () => {
  it('is packaged with the files it needs, and no more', () => {
    const files = readdirSync(installed, { recursive: true }).map(String);
    expect(files.sort()).toEqual(['LICENSE.txt', 'dist', 'dist/extension.cjs', 'package.json', 'readme.md']);
  });

  it('finds checks and shows failures at their lines', async () => {
    const host = await started();
    const ring = itemOf(host, 'ring.ts');
    expect([...ring.children].map(([, { label, range }]) => [label, range?.start.line])).toEqual([
      ['what goes in comes out', 29],
    ]);
    await host.profiles.get('Check')!({ include: [ring, itemOf(host, 'dekker.c')] }, new Token());
    const failed = host.told.filter(({ state }) => state === 'failed');
    const places = failed.map(({ messages: [message] }) => [
      path.basename(message!.location!.uri.fsPath),
      message!.location!.range.line + 1,
    ]);
    expect(places).toContainEqual(['ring.ts', 23]);
    expect(places).toContainEqual(['dekker.c', 17]);
    expect(host.output).toContain('consumer waits for count[0] to change');
    expect(host.ended).toBe(1);
    host.commands.get('fencepost.showReport')!();
    expect(host.panels[0]!.html).toMatch(/^<!doctype html>/i);
  });

  it('repairs a file with a code action', async () => {
    const host = await started();
    host.answer = 'tso';
    await host.profiles.get('Check under…')!({ include: [itemOf(host, 'dekker.c')] }, new Token());
    const [[, [diagnostic]]] = [...host.diagnostics] as [[string, [object]]];
    const [action] = host.actions!.provideCodeActions({}, {}, { diagnostics: [diagnostic] });
    await host.commands.get(action!.command!.command)!(...action!.command!.arguments);
    expect(readFileSync(path.join(project, 'dekker.c'), 'utf8')).toContain('atomic_thread_fence');
    host.told.length = 0;
    await host.profiles.get('Check under…')!({ include: [itemOf(host, 'dekker.c')] }, new Token());
    expect(host.told.map(({ state }) => state)).toEqual(['started', 'passed']);
    expect([...host.diagnostics.values()].flat()).toEqual([]);
  });

  it('says why a file cannot be checked', async () => {
    const host = await started();
    host.settings['arguments'] = ['--modell=tso'];
    await host.profiles.get('Check')!({ include: [itemOf(host, 'ring.ts')] }, new Token());
    expect(host.told.at(-1)).toMatchObject({
      state: 'errored',
      messages: [{ message: expect.stringContaining('--modell') as string }],
    });
  });
});

describe('checks in files', () => {
  it.each([
    ['a.litmus', 'X86 SB', [undefined]],
    ['a.c', '#include <pthread.h>\nint main(void) { pthread_create(); }', [undefined]],
    ['a.c', 'int main(void) { return 0; }', []],
    [
      'a.ts',
      "import { check } from 'fencepost/vitest';\ncheck('it\\'s', (t) => {});\n  check(\n  \"b\", f);",
      ["it's", 'b'],
    ],
    ['a.ts', "import { check } from './mine.js';\ncheck('a', () => {});", []],
    ['a.py', 'pthread_create', []],
  ])('%s %#', (file, text, names) => {
    expect(findChecks(file, text).map(({ name }) => name)).toEqual(names);
  });
});
