import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editsIn } from '../../editors/vscode/src/diff.js';
import { findChecks } from '../../editors/vscode/src/find-checks.js';
import { root } from '@fencepost/testing/built';
import { INSTALL_TIMEOUT, installPackages } from '@fencepost/testing/npm-packages';
import { pack, projectWith } from '../published/installed.js';
import type { Item } from './vscode-host.js';
import { Host, Token } from './vscode-host.js';

const GOOGLE_TEST = `#include <gtest/gtest.h>
#include <thread>
TEST(Counter, Counts) {
  int count = 0;
  std::thread other([&] { count++; });
  other.join();
  EXPECT_EQ(count, 1);
}
TEST(Counter, Races) {
  int count = 0;
  std::thread other([&] { count++; });
  count++;
  other.join();
}
`;

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
  cpSync(path.join(root, 'examples/typescript/ring-with-count.ts'), path.join(project, 'ring.check.ts'));
  cpSync(path.join(root, 'examples/c/dekker.c'), path.join(project, 'dekker.c'));
  cpSync(path.join(root, 'examples/c/dekker.c'), path.join(project, 'other.c'));
  cpSync(path.join(root, 'examples/litmus/SB.litmus'), path.join(project, 'SB.litmus'));
  writeFileSync(path.join(project, 'counter_test.cpp'), GOOGLE_TEST);
}, INSTALL_TIMEOUT);

interface Manifest {
  readonly icon: string;
  readonly keywords: readonly string[];
  readonly galleryBanner: { readonly color: string };
  readonly contributes: {
    readonly commands: readonly { readonly category: string; readonly enablement: string; readonly icon: string }[];
  };
}

async function started(): Promise<Host> {
  const host = new Host(project);
  host.open = ['dekker.c'];
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
    expect(files.sort()).toEqual(
      ['LICENSE.txt', 'dist', 'dist/extension.cjs', 'icon.png', 'litmus.language-configuration.json', 'litmus.tmLanguage.json', 'package.json', 'readme.md'], // prettier-ignore
    );
  });

  it('has what the marketplace shows, and commands that can be found and are off where they make no sense', () => {
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as Manifest;
    expect(readFileSync(path.join(installed, manifest.icon)).subarray(1, 4).toString()).toBe('PNG');
    expect(manifest.keywords.length).toBeGreaterThan(4);
    expect(manifest.galleryBanner.color).toMatch(/^#[\da-f]{6}$/);
    for (const { category, enablement, icon } of manifest.contributes.commands) {
      expect(category).toBe('Fencepost');
      expect(enablement).toMatch(/./);
      expect(icon).toMatch(/^\$\(/);
    }
    expect(JSON.stringify(manifest.contributes.commands)).toContain('fencepost.hasReport');
  });

  it('reads only files that may have checks by their names, and all on request', async () => {
    const host = await started();
    expect(host.read.sort()).toEqual(['counter_test.cpp', 'ring.check.ts']);
    // A litmus test needs no reading, and an open file has been read.
    expect([...host.items].map(([, { label }]) => label).sort()).toEqual([
      ...['SB.litmus', 'counter_test.cpp', 'dekker.c', 'ring.check.ts'],
    ]);
    await host.refresh!(new Token());
    expect(host.read).toContain('other.c');
    expect(itemOf(host, 'other.c')).toBeDefined();
    const cancelled = new Token();
    cancelled.cancel();
    const before = host.read.length;
    await host.refresh!(cancelled);
    expect(host.read.length).toBe(before);
  });

  it('finds checks and shows failures at their lines', async () => {
    const host = await started();
    const ring = itemOf(host, 'ring.check.ts');
    expect([...ring.children].map(([, { label, range }]) => [label, range?.start.line])).toEqual([
      ['what goes in comes out', 29],
    ]);
    await host.profiles.get('Check')!({ include: [ring, itemOf(host, 'dekker.c')] }, new Token());
    const failed = host.told.filter(({ state }) => state === 'failed');
    const places = failed.map(({ messages: [message] }) => [
      path.basename(message!.location!.uri.fsPath),
      message!.location!.range.line + 1,
    ]);
    expect(places).toContainEqual(['ring.check.ts', 45]);
    expect(places).toContainEqual(['dekker.c', 17]);
    expect(host.output).toContain('consumer waits for count[0] to change');
    expect(host.ended).toBe(1);
    host.commands.get('fencepost.showReport')!();
    expect(host.panels[0]!.html).toMatch(/^<!doctype html>/i);
    expect(host.contexts.get('fencepost.hasReport')).toBe(true);
  });

  it('runs tests of a framework one by one', async () => {
    const host = await started();
    const tests = [...itemOf(host, 'counter_test.cpp').children].map(([, item]) => item);
    expect(tests.map(({ label, range }) => [label, range!.start.line])).toEqual([
      ['Counter.Counts', 2],
      ['Counter.Races', 8],
    ]);
    await host.profiles.get('Check')!({ include: tests }, new Token());
    const ended = host.told.filter(({ state }) => state !== 'started');
    expect(ended.map(({ state, messages: [message] }) => [state, message?.location?.range.line])).toEqual([
      ['passed', undefined],
      ['failed', expect.toBeOneOf([10, 11]) as number],
    ]);
  });

  it('shows the steps of the execution at their lines', async () => {
    const host = await started();
    await host.profiles.get('Check')!({ include: [itemOf(host, 'dekker.c')] }, new Token());
    const shown = host.decorations.get('dekker.c')!;
    const text = readFileSync(path.join(project, 'dekker.c'), 'utf8').split('\n');
    const store = text.findIndex((line) => line.includes('atomic_store_explicit'));
    expect(shown.map(([line]) => line)).toContain(store);
    expect(shown.find(([line]) => line === store)![1]).toMatch(/^\d+ thread \d: writes \S+ = 1/);
    host.settings['showSteps'] = false;
    host.decorations.clear();
    await host.profiles.get('Check')!({ include: [itemOf(host, 'dekker.c')] }, new Token());
    expect(host.decorations.size).toBe(0);
  });

  it('offers models in a list, with one line on each', async () => {
    const host = await started();
    host.answer = [];
    await host.profiles.get('Check under…')!({ include: [itemOf(host, 'dekker.c')] }, new Token());
    expect(host.told).toEqual([]);
    expect(host.lists[0]!.map(({ label }) => label)).toEqual(expect.arrayContaining(['SC', 'x86', 'arm', 'c11']));
    for (const { detail } of host.lists[0]!) expect(detail).toMatch(/^\S.{20}/);
  });

  it('shows the repair that came with a check, and the one it searches for, before a file is changed', async () => {
    const host = await started();
    const file = path.join(project, 'dekker.c');
    const original = readFileSync(file, 'utf8');
    host.answer = ['x86'];
    const checkAgain = async (): Promise<readonly string[]> => {
      host.told.length = 0;
      await host.profiles.get('Check under…')!({ include: [itemOf(host, 'dekker.c')] }, new Token());
      return host.told.map(({ state }) => state);
    };
    expect(await checkAgain()).toEqual(['started', 'failed']);
    const [[, [diagnostic]]] = [...host.diagnostics] as [[string, [object]]];
    const actionIn = (text: string) =>
      host.actions!.provideCodeActions({ uri: { fsPath: file }, getText: () => text }, {}, { diagnostics: [diagnostic] })[0]!; // prettier-ignore
    // The check has found a repair, which needs no further command.
    const { title, edit, isPreferred, command } = actionIn(original);
    expect(title).toBe('Fix: give the store at dekker.c:12:3 the order seq_cst');
    expect([isPreferred, command]).toEqual([true, undefined]);
    expect(edit!.changes.map(({ confirmed }) => confirmed)).toEqual([false]);
    expect(readFileSync(file, 'utf8')).toBe(original);
    edit!.make();
    expect(readFileSync(file, 'utf8').split('\n')[11]).toContain('memory_order_seq_cst');
    expect(await checkAgain()).toEqual(['started', 'passed']);
    expect([...host.diagnostics.values()].flat()).toEqual([]);
    // It does not fit a file that was edited since: the command searches again.
    writeFileSync(file, original);
    await checkAgain();
    const [, [again]] = [...host.diagnostics].find(([, list]) => list.length > 0) as [string, [object]];
    const edited = { uri: { fsPath: file }, getText: () => `\n${original}` };
    const [search] = host.actions!.provideCodeActions(edited, {}, { diagnostics: [again] });
    expect(search).toMatchObject({ title: 'Search for a fix', edit: undefined });
    await host.commands.get(search!.command!.command)!(...search!.command!.arguments);
    expect(readFileSync(file, 'utf8')).toBe(original);
    expect(host.edits).toHaveLength(1);
    expect(host.edits[0]!.changes.every(({ confirmed }) => !confirmed)).toBe(true);
    // From the end on, so that lines do not move.
    host.edits[0]!.changes.reverse();
    host.edits[0]!.make();
    expect(await checkAgain()).toEqual(['started', 'passed']);
    writeFileSync(file, original);
  });

  it('says why a file cannot be checked', async () => {
    const host = await started();
    host.settings['arguments'] = ['--modell=tso'];
    await host.profiles.get('Check')!({ include: [itemOf(host, 'ring.check.ts')] }, new Token());
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
    ['a.c', '#include <fencepost/linearizable.h>\nFENCEPOST_LINEARIZABLE(ring)\nFENCEPOST_OPERATION(pop)', ['ring']],
    [
      'a.cpp',
      '#include <gtest/gtest.h>\n#include <atomic>\nstd::atomic<int> x;\nTEST(A, B) {}\nTEST_F(C, D) {}\nTEST(A, DISABLED_E) {}\n// TEST(A, F)',
      ['A.B', 'C.D'],
    ],
    ['a.cpp', '#include <gtest/gtest.h>\nstd::thread t;\nTEST_P(A, B) {}\nTEST_P(A, C) {}', [undefined]],
    [
      'a.cpp',
      '#include <catch2/catch_test_macros.hpp>\nstd::thread t;\nTEST_CASE("a \\"b\\"", "[x]") {}\nSCENARIO("c") {}\nTEST_CASE_METHOD(F, "d") {}',
      ['a "b"', 'Scenario: c', 'd'],
    ],
    [
      'a.cpp',
      '#include "doctest/doctest.h"\nstd::thread t;\nTEST_CASE("a") {}\nTEST_CASE_FIXTURE(F, "b") {}',
      ['a', 'b'],
    ],
    ['a.cpp', '#include <gtest/gtest.h>\nTEST(A, B) {}', []],
    ['a.py', 'pthread_create', []],
  ])('%s %#', (file, text, names) => {
    expect(findChecks(file, text).map(({ name }) => name)).toEqual(names);
  });
});

describe('a diff', () => {
  it('is read as changes of lines', () => {
    const diff =
      'words\n--- a/x y.c\n+++ b/x y.c\n@@ -2,4 +2,5 @@\n\n-old\n+new\n+more\n same\n last\n@@ -9,1 +10,2 @@\n end\n+added\n';
    expect(editsIn(diff)).toEqual([
      { file: 'x y.c', line: 2, before: ['old'], after: ['new', 'more'] },
      { file: 'x y.c', line: 9, before: [], after: ['added'] },
    ]);
    expect(editsIn('nothing to repair')).toEqual([]);
  });
});
