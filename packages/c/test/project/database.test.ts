import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandFor, findDatabase, readDatabase } from '../../src/project/database.js';
import { flagsOfSources } from '../../src/project/source-flags.js';

/** A project with these files; those that end in .json may be values. */
function project(files: Record<string, unknown>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fencepost project ')));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

const NAME = 'compile_commands.json';
const entry = (directory: string, file: string, ...flags: string[]) => ({
  ...{ directory, file, arguments: ['cc', ...flags, '-c', file] },
});

describe('a compilation database', () => {
  it('is found in a folder above a source, or in its build folder; the nearest counts', () => {
    const root = project({ [`build/${NAME}`]: [], [`sub/${NAME}`]: [], 'src/deep/a.c': '', 'sub/src/b.c': '' });
    expect(findDatabase(join(root, 'src/deep/a.c'))?.path).toBe(join(root, 'build', NAME));
    expect(findDatabase(join(root, 'sub/src/b.c'))?.path).toBe(join(root, 'sub', NAME));
    expect(readDatabase(join(root, 'build')).path).toBe(join(root, 'build', NAME));
  });

  it.each([
    ['[', /it is not JSON/],
    ['{}', /it is not a list/],
    ['[null]', /entry 1 lacks/],
    ['[{"directory":"/","file":"a.c"}]', /entry 1 lacks/],
    ['[{"directory":"/","file":"a.c","arguments":[1]}]', /entry 1 lacks/],
  ])('that is broken is an error: %s', (text, message) => {
    const root = project({ [NAME]: text });
    expect(() => readDatabase(root)).toThrow(message);
    expect(() => readDatabase(join(root, 'none'))).toThrow(/there are no compile commands in/);
  });

  it.skipIf(process.platform === 'win32')('that is a pipe is refused without waiting', () => {
    const root = project({ 'a.c': '' });
    execFileSync('mkfifo', [join(root, NAME)]);
    for (const read of [() => findDatabase(join(root, 'a.c')), () => readDatabase(root)])
      expect(read).toThrow(/cannot read .*compile_commands\.json: it is not a file/);
  });

  it('finds a source by its path, relative or absolute, and through links', () => {
    const root = project({ 'a.c': '', 'b/c.c': '' });
    symlinkSync(join(root, 'a.c'), join(root, 'link.c'));
    symlinkSync(join(root, 'b'), join(root, 'd'));
    writeFileSync(join(root, NAME), JSON.stringify([entry('.', 'a.c', '-DA'), entry(join(root, 'd'), 'c.c', '-DC')]));
    const database = readDatabase(root);
    const flags = (file: string) => commandFor(database, join(root, file))?.command.words[1];
    expect(flags('a.c')).toBe('-DA');
    expect(flags('link.c')).toBe('-DA');
    expect(flags('b/c.c')).toBe('-DC');
    expect(commandFor(database, join(root, 'link.c'))).toMatchObject({ isOwn: true });
  });

  it('may list a source twice: the first entry counts, with a note if they differ', () => {
    const root = project({
      [NAME]: [entry('.', 'a.c', '-DA'), entry('.', 'a.c', '-DB'), entry('.', 'b.c'), entry('.', 'b.c')],
    });
    const database = readDatabase(root);
    const found = commandFor(database, join(root, 'a.c'));
    expect(found?.command.words).toContain('-DA');
    expect(found?.note).toMatch(/several ways/);
    expect(commandFor(database, join(root, 'b.c'))?.note).toBeUndefined();
  });

  it('provides flags for an unlisted source: those of a nearby source of the same language', () => {
    const root = project({
      [NAME]: [
        entry('.', 'lib/x.c', '-DX', '-std=c11'),
        entry('.', 'src/y.cpp', '-DY', '-std=c++20'),
        entry('.', 'src/z.c', '-DZ'),
      ],
    });
    const database = readDatabase(root);
    const flags = (name: string) => {
      const file = join(root, name);
      const { flags, notes } = flagsOfSources({ files: [file], flags: ['-DLAST'], database });
      expect(notes.join('')).toMatch(/has no entry in .*: it is compiled with the flags of/);
      return flags[0]!.flags.filter((flag) => !flag.startsWith('-Wno'));
    };
    expect(flags('lib/new.c')).toEqual(['-DX', '-std=c11', '-DLAST']);
    expect(flags('src/new.c')).toEqual(['-DZ', '-DLAST']);
    expect(flags('lib/new.cpp')).toEqual(['-DY', '-std=c++20', '-DLAST']);
  });

  it('gives each source its own flags and language; flags of the user come last', () => {
    const root = project({
      [NAME]: [entry('.', 'a.c', '-DA', '-O2', '-xc++'), entry('.', 'b.cpp', '-DB', '-O3', '-fsanitize=thread')],
    });
    const files = [join(root, 'a.c'), join(root, 'b.cpp')];
    const { flags, notes } = flagsOfSources({
      files,
      flags: ['-UA', '-std=c++17', '-std=c99'],
      database: readDatabase(root),
    });
    expect(flags.map(({ flags: each, language }) => [language, ...each])).toEqual([
      ['c++', '-DA', '-UA', '-std=c++17', '-Wno-unknown-warning-option'],
      ['c++', '-DB', '-UA', '-std=c++17', '-Wno-unknown-warning-option'],
    ]);
    expect(notes).toEqual(['note: ignored compiler flags, which have no effect here: -O2 -O3 -fsanitize=thread\n']);
  });

  it('is not needed for C and C++ together: each takes the standard of its language', () => {
    const { flags, notes } = flagsOfSources({ files: ['a.c', 'b.cc'], flags: ['-std=c11', '-std=c++20', '-DX'] });
    expect(flags.map(({ flags: each }) => each)).toEqual([
      ['-std=c11', '-DX'],
      ['-std=c++20', '-DX'],
    ]);
    expect(notes).toEqual([]);
    expect(flagsOfSources({ files: ['a.c'], flags: ['-std=c++20'] }).flags[0]?.flags).toEqual(['-std=c++20']);
  });
});
