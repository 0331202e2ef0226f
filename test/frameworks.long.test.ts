import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from 'fencepost';
import { checkFile } from 'fencepost';
import { describe, expect, it } from 'vitest';
import { canCompile, corpus } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';

const fixtures = join(import.meta.dirname, 'fixtures', 'frameworks');
const scratch = mkdtempSync(join(tmpdir(), 'fencepost-frameworks-'));

interface Suite {
  /** The header of the framework itself. */
  readonly header: string;
  /** Links with it, and lists the test cases. */
  readonly libraries: readonly string[];
  readonly list: string;
  readonly names: (listed: string) => string[];
  /** Test cases that fail, with the first model that shows it, the line and the text. */
  readonly failing: Readonly<Record<string, readonly [model: string, line: number, message: string]>>;
  readonly safe: readonly string[];
  readonly disabled: string;
}

const SUITES: Readonly<Record<string, Suite>> = {
  gtest: {
    header: '/usr/include/gtest/gtest.h',
    libraries: ['-lgtest', '-lgtest_main'],
    list: '--gtest_list_tests',
    names: (listed) => {
      let suite = '';
      return listed.split('\n').flatMap((line) => {
        const [name = ''] = line.trim().split(' ');
        if (/^\S+\.(?: |$)/.test(line)) suite = name;
        return line.startsWith('  ') ? [suite + name] : [];
      });
    },
    failing: {
      'Counter.LosesAnIncrement': ['sc', 25, 'assertion failed: EXPECT_EQ(count.load(), 2)'],
      'Flags.StoreBuffering': ['tso', 39, 'assertion failed: EXPECT_EQ(second, 1)'],
      'Flags.FailsInAThread': ['sc', 46, 'assertion failed: ASSERT_FALSE(ready.load())'],
      'Stack.LetsAnExceptionEscape': ['sc', 80, 'std::terminate(): uncaught std::out_of_range'],
      'Many/Threads.Add/Three0': ['sc', 90, 'assertion failed: EXPECT_LT(GetParam(), 3)'],
      'All/Pairs.AreCombined/1': ['sc', 98, 'assertion failed: EXPECT_TRUE(std::get<0>(GetParam()) ||'],
      'Mine/Shared/1.HasFourBytes': ['sc', 119, 'assertion failed: EXPECT_EQ(sizeof(TypeParam), 4u)'],
    },
    safe: [
      ...['Counter.AtomicIsSafe', 'Stack.HoldsWhatIsPushed', 'Stack.Throws', 'Few/Threads.Add/0', 'Few/Threads.Add/1'],
      ...['All/Pairs.AreCombined/0', 'All/Pairs.AreCombined/2', 'All/Pairs.AreCombined/3', 'Exchange/0.IsAtomic'],
      ...['Exchange/1.IsAtomic', 'Mine/Shared/0.IsZero', 'Mine/Shared/1.IsZero', 'Mine/Shared/0.HasFourBytes'],
      'Texts.AreCompared',
    ],
    disabled: 'Texts.DISABLED_Fails',
  },
  catch: {
    header: '/usr/include/catch2/catch.hpp',
    libraries: ['-lCatch2WithMain'],
    list: '--list-test-names-only',
    names: (listed) => listed.split('\n').filter((line) => line !== ''),
    failing: {
      'a counter that is read, then written': ['sc', 23, 'assertion failed: CHECK(count == 2)'],
      'store buffering, with commas': ['tso', 36, 'assertion failed: CHECK_FALSE((first == 0 && second == 0))'],
      'a section that fails': ['sc', 70, 'assertion failed: CHECK(value == 3)'],
      'generated numbers': ['sc', 94, 'assertion failed: CHECK(number != 3)'],
      'types - long': ['sc', 97, 'assertion failed: CHECK(sizeof(TestType) == 4)'],
    },
    safe: ['an atomic counter', 'sections', 'exceptions', 'a fixture', 'types - int', 'Scenario: a story'],
    disabled: 'hidden',
  },
  doctest: {
    header: '/usr/include/doctest/doctest.h',
    libraries: [],
    list: '--list-test-cases',
    names: (listed) => listed.split('\n').filter((line) => line !== '' && !/^\[doctest\]|^===/.test(line)),
    failing: {
      'read, then written': ['sc', 24, 'assertion failed: REQUIRE_EQ(count.load(), 2)'],
      'store buffering': ['tso', 38, 'assertion failed: CHECK(first + second > 0)'],
      subcases: ['sc', 48, 'assertion failed: CHECK(value == 2)'],
    },
    safe: ['atomic', 'atomic (2)', 'a fixture', 'types<int>', 'types<char>', 'exceptions'],
    disabled: 'skipped',
  },
};

/** By program: the first model under which it fails, and where. */
function failuresOf({ checks }: Report) {
  const found = new Map<string, readonly [string, number | undefined, string]>();
  for (const { program, model, failures } of checks) {
    const [failure] = failures;
    if (failure !== undefined && !found.has(program)) found.set(program, [model, failure.site?.line, failure.message]);
  }
  return found;
}

describe.skipIf(!canCompile)('test cases of C++', { timeout: 300_000 }, () => {
  it.each(Object.entries(SUITES))('of %s are checked one by one', async (name, { failing, safe }) => {
    const report = await checkFile(join(fixtures, `${name}.cpp`), { models: ['sc', 'tso'], compiler: ['-std=c++17'] });
    const programs = new Set(report.checks.map(({ program }) => program));
    expect([...programs].toSorted()).toEqual([...Object.keys(failing), ...safe].toSorted());
    const found = failuresOf(report);
    for (const each of safe) expect([each, found.get(each)]).toEqual([each, undefined]);
    expect(report.checks.filter(({ verdict }) => verdict !== 'safe' && verdict !== 'failing')).toEqual([]);
    for (const [each, [model, line, message]] of Object.entries(failing)) {
      expect([each, found.get(each)]).toEqual([each, [model, line, expect.stringContaining(message)]]);
    }
  });

  it.each(Object.entries(SUITES))('of %s are those that the framework itself lists', (name, suite) => {
    if (!existsSync(suite.header)) return;
    const binary = join(scratch, name);
    const source = join(fixtures, `${name}.cpp`);
    execFileSync('c++', ['-std=c++17', '-O0', '-w', source, '-o', binary, ...suite.libraries, '-pthread']);
    let listed = '';
    try {
      listed = execFileSync(binary, [suite.list], { encoding: 'utf8' });
    } catch (error) {
      listed = (error as { stdout: string }).stdout; // Catch2 returns how many there are
    }
    const names = suite.names(listed).filter((each) => each !== suite.disabled);
    const ours = [...Object.keys(suite.failing), ...suite.safe].map((each) => each.replace(' (2)', ''));
    expect(names.toSorted()).toEqual(ours.toSorted());
  });

  it('can be selected, and are in every format', async () => {
    const file = join(fixtures, 'gtest.cpp');
    const reports = ['json', 'junit', 'sarif', 'html'].map((format) => [format, join(scratch, format)] as const);
    const { code, out, err } = await fencepost([
      ...['check', file, '--test-case', 'Counter.*', '--test-case', 'Flags.StoreBuffering', '--model', 'sc,tso'],
      ...reports.flatMap(([format, path]) => ['--report', `${format}=${path}`]),
      ...['--', '-std=c++17'],
    ]);
    expect(code).toBe(1);
    expect(err).toContain('1 disabled test case skipped');
    for (const name of ['Counter.AtomicIsSafe', 'Counter.LosesAnIncrement', 'Flags.StoreBuffering']) {
      expect(out).toMatch(new RegExp(`^${file}: ${name}$`, 'm'));
      for (const [format, path] of reports) {
        if (format !== 'sarif' || name !== 'Counter.AtomicIsSafe') expect(readFileSync(path, 'utf8')).toContain(name);
      }
    }
    expect(out).not.toContain('FailsInAThread');
    expect(out).toMatch(/fencepost replay .* --program Flags\.StoreBuffering/);
  });

  it('are run though disabled if named, and must be there', async () => {
    const check = (test: string) =>
      fencepost(['check', join(fixtures, 'doctest.cpp'), '--test-case', test, '--model', 'sc']);
    expect((await check('skipped')).out).toContain('assertion failed: FAIL("never")');
    const { code, err } = await check('subcase');
    expect(code).toBe(2);
    expect(err).toMatch(/nothing in .* is called 'subcase'/);
    const plain = await fencepost(['check', join(corpus, 'peers', 'sb.c'), '--test-case', 'x', '--model', 'sc']);
    expect(plain.err).toMatch(/is called 'x'/);
  });
});

describe.skipIf(!canCompile)('a project', { timeout: 300_000 }, () => {
  const project = join(import.meta.dirname, '..', 'examples', 'project');

  it('is compiled as it says: C and C++ with their own flags', async () => {
    const { code, out, err } = await fencepost([
      ...['check', join(project, 'test', 'mailbox_test.cpp'), '--model', 'sc', '--', join(project, 'src', 'mailbox.c')],
    ]);
    expect(err).toBe('note: ignored compiler flags, which have no effect here: -O2\n');
    expect(out).toMatch(/DeliversInOrder\n +✓ SC +safe/);
    expect(out).toMatch(/TakesTwoSenders\n +✗ SC +fails/);
    expect(out).toContain('assertion failed: EXPECT_TRUE(mailbox_take(box, &first) && mailbox_take(box, &second))');
    expect(code).toBe(1);
  });

  it('is not read if it is not wanted', async () => {
    const { code, err } = await fencepost([
      ...['check', join(project, 'src', 'mailbox.c'), '--compile-commands', 'none', '--model', 'sc'],
    ]);
    expect(code).toBe(2);
    expect(err).toContain("'mailbox.h' file not found");
  });
});
