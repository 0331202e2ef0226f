import { describe, expect, it } from 'vitest';
import { checkFlags } from '../../src/toolchain/flags.js';

describe('flags for the compiler', () => {
  it('pass on what concerns the front end', () => {
    const given = [
      '-I',
      'include',
      '-Ilib',
      '-DX=1',
      '-D',
      'Y',
      '-std=c17',
      '-include',
      'config.h',
      '-Wall',
      '-pthread',
    ];
    const { flags, optimise, reads } = checkFlags(given, false);
    expect(flags).toEqual(given);
    expect(optimise).toBeUndefined();
    expect(reads).toEqual(['include', 'lib', 'config.h']);
  });

  it('lose what concerns the linker or the debugger', () => {
    const given = [
      '-lpthread',
      '-l',
      'm',
      '-L/usr/lib',
      '-L',
      'x',
      '-Wl,-z,now',
      '-static',
      '-g0',
      '-ggdb',
      '-g',
      '-O0',
    ];
    expect(checkFlags(given, false).flags).toEqual([]);
  });

  it.each(['-c', '-S', '-E', '-o', '-ofile', '-shared', '-MD', '-m32', '--target=arm', '-target', '-fsanitize=thread'])(
    'may not contain %s',
    (flag) => {
      expect(() => checkFlags(['-Wall', flag], false)).toThrow(`the compiler flag ${flag} is refused`);
    },
  );

  it('may be for C++, without exceptions', () => {
    expect(checkFlags(['-std=c++20', '-fno-exceptions'], false).flags).toHaveLength(2);
    expect(() => checkFlags(['-fexceptions'], false)).toThrow(/exceptions are not supported/);
  });

  it.each(['-O', '-O1', '-O2', '-O3', '-Os', '-Ofast', '-Og'])('may contain %s only if asked for', (flag) => {
    expect(() => checkFlags([flag], false)).toThrow(/optimisation removes and moves accesses/);
    expect(checkFlags([flag], true)).toMatchObject({ flags: [], optimise: flag });
  });

  it('optimise as in a release if just asked to', () => {
    expect(checkFlags([], true).optimise).toBe('-O2');
  });

  it('are refused with a code and a hint', () => {
    expect(() => checkFlags(['other.c'], false)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: "'other.c' is no compiler flag" }),
    );
    expect(() => checkFlags(['-I'], false)).toThrow('the compiler flag -I needs a value');
  });
});
