import { describe, expect, it } from 'vitest';
import { checkFlags, sourcesAmong } from '../../src/toolchain/flags.js';

describe('flags for the compiler', () => {
  it('pass on those for the front end', () => {
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

  it('drop those for the linker or the debugger', () => {
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

  it('have their values joined or separate', () => {
    const given = ['-isystem/usr/x', '-isystem', 'y', '--sysroot=/z', '--sysroot', 'w', '-UX', '-includea.h'];
    expect(checkFlags(given, false)).toMatchObject({ flags: given, reads: ['/usr/x', 'y', '/z', 'w', 'a.h'] });
  });

  // As the compilation databases of projects have them.
  const USUAL =
    '-std=gnu11 --std=c++17 -ansi -Wall -Wextra -Wno-unused -Wno-error -w -pedantic -pthread -fPIC -fpie -fno-pie ' +
    '-fno-strict-aliasing -fwrapv -fno-common -fvisibility=hidden -fvisibility-inlines-hidden -fstack-protector-strong ' +
    '-fno-omit-frame-pointer -ffunction-sections -fdata-sections -fno-plt -fcf-protection -fcf-protection=full -fno-semantic-interposition ' +
    '-fstack-clash-protection -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-builtin -fno-builtin-memcpy -ffreestanding ' +
    '-funsigned-char -fshort-enums -fms-extensions -fcolor-diagnostics -fdiagnostics-color=always -fno-math-errno -fno-lto ' +
    '-ftrivial-auto-var-init=zero -ffp-contract=off -fno-sanitize=all -fno-inline-functions-called-once -ftemplate-depth=900 ' +
    '-march=native -mtune=generic -msse4.2 -mavx2 -mno-avx512f -mcx16 -mno-red-zone -m64 -stdlib=libstdc++ -nostdinc++';

  it.each(USUAL.split(' '))('pass %s on', (flag) => {
    expect(checkFlags([flag], false).flags).toEqual([flag]);
  });

  const WITHOUT_EFFECT =
    '-g3 -gdwarf-4 -gsplit-dwarf -gz -grecord-gcc-switches -ffile-prefix-map=a=b -fdebug-prefix-map=a=b -Wa,--noexecstack -Wl,-O1 ' +
    '-pie -rdynamic -nostdlib -fuse-ld=lld -pipe -v -funroll-loops -fno-inline -ftree-vectorize -fvectorize -fno-vectorize -O0 ' +
    '-fno-optimize-sibling-calls -fno-integrated-as -Rpass=inline';

  it.each(WITHOUT_EFFECT.split(' '))('drop %s', (flag) => {
    expect(checkFlags([flag], false).flags).toEqual([]);
  });

  // What asks for something else, optimises, loads code, writes files, or has the compiler do what is not seen here.
  const REFUSED =
    '-S -E -shared -r -m32 -mx32 --target=arm -target -arch -mthread-model -emit-llvm -fsyntax-only ' +
    '-Xclang -Xclang=-O2 -Xpreprocessor -Xarch_host -Xopenmp-target -Wp,-DX -mllvm -mllvm=-x ' +
    '-cc1 -fplugin=x.so -fplugin-arg-x-y -fpass-plugin=x.so -B/tools -ccc-install-dir -resource-dir -resource-dir=/x --config=x ' +
    '--config --config-user-dir=x --no-default-config --driver-mode=cl --rsp-quoting=windows -working-directory -ivfsoverlay -vfsoverlay ' +
    '-ftime-trace -ftime-trace=x -ftime-report -fsave-optimization-record -foptimization-record-file=x -fstack-usage -save-temps ' +
    '-save-temps=obj --save-temps -save-stats -serialize-diagnostics --serialize-diagnostics -fcrash-diagnostics-dir=x -gen-reproducer ' +
    '-fproc-stat-report -dumpdir -H -dM -P -fmodules -fmodules-cache-path=x -fmodule-file=x -fmodule-output ' +
    '-fcxx-modules -fprebuilt-module-path=x -include-pch -fpch-codegen ' +
    '-fopenmp -fopenacc -fsycl -ffast-math -funsafe-math-optimizations -ffinite-math-only ' +
    '-fno-honor-nans -fno-signed-zeros -ffp-model=fast -ffp-contract=fast -frounding-math -fmerge-all-constants ' +
    '-femulated-tls -fno-integrated-cc1 -x -xc++ -ObjC --analyze --precompile --help --version -print-search-dirs -### -I- -fbogus --bogus';

  it.each(REFUSED.split(' '))('may not contain %s', (flag) => {
    for (const optimiseFirst of [false, true]) {
      expect(() => checkFlags(['-Wall', flag, '-O2'], optimiseFirst)).toThrow(
        expect.objectContaining({
          code: 'USAGE',
          message: expect.stringContaining(`the compiler flag ${flag} is refused: `) as string,
          hint: expect.stringMatching(/./) as string,
        }),
      );
    }
  });

  it('may not come from a file', () => {
    expect(() => checkFlags(['@flags'], false)).toThrow(/the file of flags @flags is refused/);
  });

  it.each([
    ['-fwrapvv', 'did you mean -fwrapv?'],
    ['-pthred', 'did you mean -pthread?'],
    ['-fvisibilty=hidden', 'omit it if the check'],
  ])('that are not known are refused with a hint: %s', (flag, hint) => {
    expect(() => checkFlags([flag], false)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(hint) as string }),
    );
  });

  it('may have further sources among them', () => {
    const given = ['-include', 'config.c', 'a.c', '-Ib.c', '-I', 'c.c', '-Xlinker', 'd.c', 'e.c', 'f.h'];
    expect(sourcesAmong(given, (text) => text.endsWith('.c'))).toEqual(['a.c', 'e.c']);
  });

  it('may be for C++, with or without exceptions', () => {
    expect(checkFlags(['-std=c++20', '-fno-exceptions'], false).flags).toHaveLength(2);
    expect(checkFlags(['-fexceptions', '-frtti'], false).flags).toEqual(['-fexceptions', '-frtti']);
    expect(() => checkFlags(['-fseh-exceptions'], false)).toThrow(/exceptions of another kind/);
  });

  it.each(['-O', '-O1', '-O2', '-O3', '-Os', '-Ofast', '-Og'])('optimise with %s only if asked to', (flag) => {
    expect(checkFlags([flag], false)).toMatchObject({ flags: [], optimise: undefined, ignored: [flag] });
    expect(checkFlags([flag], true)).toMatchObject({ flags: [], optimise: flag, ignored: [] });
  });

  const WITHOUT_MEANING =
    '-c -ofile -MD -MMD -M -Werror -Werror=format -pedantic-errors -fsanitize=thread -fsanitize-coverage=edge -Wp,-MD,file ' +
    '-flto -flto=thin -fwhole-program-vtables -fthinlto-index=x -fprofile-generate -fprofile-use=x -fprofile-instr-generate ' +
    '-fprofile-arcs -ftest-coverage --coverage -pg -p -fxray-instrument -finstrument-functions -fmemory-profile';

  it.each(WITHOUT_MEANING.split(' '))('are reported if they have no effect: %s', (flag) => {
    expect(checkFlags([flag, '-DX'], false)).toMatchObject({ flags: ['-DX'], ignored: [flag] });
  });

  it('drop values together with their flag', () => {
    const given = ['-o', 'a.o', '-MF', 'a.d', '-MT', 'a', '-DX'];
    expect(checkFlags(given, false)).toMatchObject({ flags: ['-DX'], ignored: ['-o', '-MF', '-MT'] });
    expect(sourcesAmong(['-o', 'a.c', 'b.c'], (text) => text.endsWith('.c'))).toEqual(['b.c']);
  });

  it('of a project may be unknown, unless they change the meaning of the program', () => {
    const given = ['-fbogus', '-ffast-math', '-mllvm', '-x', '-fplugin=x.so', '-DX'];
    expect(checkFlags(given, false, 'project')).toMatchObject({
      flags: ['-DX'],
      ignored: ['-fbogus', '-ffast-math', '-mllvm', '-fplugin=x.so'],
    });
    for (const flag of ['-m32', '--target=arm', '-fopenmp', '-working-directory', '--config=x']) {
      expect(() => checkFlags([flag], false, 'project')).toThrow(`the compiler flag ${flag} is refused`);
    }
  });

  it('optimise as for a release by default', () => {
    expect(checkFlags([], true).optimise).toBe('-O2');
  });

  it('are refused with a code and a hint', () => {
    expect(() => checkFlags(['other.c'], false)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: "'other.c' is not a compiler flag" }),
    );
    expect(() => checkFlags(['-I'], false)).toThrow('the compiler flag -I needs a value');
  });
});
