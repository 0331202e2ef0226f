import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flagsOfCommand } from '../../src/project/compile-command.js';
import { splitCommand } from '../../src/project/command-line.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-command-'));
writeFileSync(join(folder, 'config.h'), '');

function flagsOf(command: string, source = 'a.cpp') {
  const words = splitCommand(command, false);
  return flagsOfCommand({ file: join(folder, source), directory: folder, words }, source);
}

describe('the flags of a compile command', () => {
  it('are those that concern the source, with absolute paths', () => {
    const command =
      'c++ -Iinclude -I /abs -isystem sys -isystem=x -iquote../q -include config.h -include other.h --sysroot=root ' +
      '-DX -D Y=a.cpp -UZ -std=c++20 -O2 -o a.o -c a.cpp -MD -MT a.o -MF a.o.d -Wall -Werror -Wno-unused -pedantic';
    expect(flagsOf(command)).toEqual({
      flags: [
        ...[
          `-I${folder}/include`,
          '-I',
          '/abs',
          '-isystem',
          `${folder}/sys`,
          '-isystem=x',
          `-iquote${join(folder, '../q')}`,
        ],
        ...['-include', `${folder}/config.h`, '-include', 'other.h', `--sysroot=${folder}/root`],
        ...['-DX', '-D', 'Y=a.cpp', '-UZ', '-std=c++20', '-O2', '-Wno-unused'],
      ],
      language: 'c++',
    });
  });

  it.each([
    ['cc -c a.c', 'a.c', 'c'],
    ['g++ -c a.c', 'a.c', 'c++'],
    ['/usr/bin/clang++-18 -c a.c', 'a.c', 'c++'],
    ['gcc -c a.cpp', 'a.cpp', 'c++'],
    ['cc -x c++ -c a.c', 'a.c', 'c++'],
    ['c++ -xc -c a.cpp', 'a.cpp', 'c'],
    ['ccache /usr/bin/g++ a.c', 'a.c', 'c++'],
    ['env CC=x ccache cc a.c', 'a.c', 'c'],
  ])('determine the language: %s', (command, source, language) => {
    expect(flagsOf(command, source)).toEqual({ flags: [], language });
  });

  it('include the header that CMake precompiles, not its compiled form', () => {
    const command =
      'clang++ -Winvalid-pch -Xclang -include-pch -Xclang x.pch -Xclang -include -Xclang config.h -c a.cpp';
    expect(flagsOf(command).flags).toEqual(['-include', `${folder}/config.h`]);
  });

  it('must be those of clang or gcc', () => {
    expect(() => flagsOf(String.raw`'C:\VC\cl.exe' /c a.cpp`)).toThrow(/flags differ from those of clang and gcc/);
    expect(() => flagsOf('cc -x cuda a.c')).toThrow(/neither C nor C\+\+/);
  });
});
