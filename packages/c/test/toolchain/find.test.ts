import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path, { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskCache, NO_CACHE } from '../../src/toolchain/cache.js';
import { findToolchain, toolchainIdentity } from '../../src/toolchain/find.js';
import type { Tools } from '../../src/toolchain/missing-tools.js';
import { missingTools } from '../../src/toolchain/missing-tools.js';
import { placeInTree } from '../../src/toolchain/yowasp-package.js';
import { clangCandidates, fileNames, isPath, locateManifest, locatePackage } from '../../src/toolchain/locate.js';

let root: string;
let bin: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fencepost-test-')));
  bin = join(root, 'bin');
  mkdirSync(bin);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A program that answers like clang, and writes down each time it is started. */
function fakeClang(name: string, version: string, targets = 'wasm32 wasm64 x86-64'): string {
  const answer = `echo Debian clang version ${version} >&2; for t in ${targets}; do echo "  $t"; done`;
  return script(name, `echo ${name} $* >> ${root}/started\n${answer}`);
}

function script(name: string, text: string): string {
  const path = join(bin, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}

function started(): string[] {
  try {
    return readFileSync(join(root, 'started'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

const environment = (more: Record<string, string> = {}) => ({ PATH: bin, ...more });

/** The machine's own /usr/lib/llvm-N may come before a plain `clang`. */
const machineHas = clangCandidates({ PATH: '/nowhere' }).length > 0;

const NOTHING: Tools = { clang: undefined, 'wasm-ld': undefined, reasons: [], major: undefined };

describe('missing tools', () => {
  it.each<[Partial<Tools>, string, string, string]>([
    [
      { clang: '/usr/bin/clang-19', major: 19 },
      'apt-get',
      'found: clang-19',
      'quickest: npm i -D @yowasp/clang; or apt install lld-19',
    ],
    [
      {},
      'apt-get',
      'found: none of them',
      'quickest: npm i -D @yowasp/clang; or apt install clang-19 lld-19 (clang 16 or later)',
    ],
    [{ clang: '/b/clang', major: 20 }, 'dnf', 'found: clang', 'quickest: npm i -D @yowasp/clang; or dnf install lld'],
    [
      { reasons: ['/usr/bin/clang does not compile for WebAssembly'] },
      'brew',
      'found: none of them (/usr/bin/clang does not compile for WebAssembly)',
      'quickest: npm i -D @yowasp/clang; or brew install llvm lld (with FENCEPOST_CLANG="$(brew --prefix llvm)/bin/clang")',
    ],
    [{}, 'apk', 'found: none of them', 'quickest: npm i -D @yowasp/clang; or apk add clang lld'],
    [{}, 'pacman', 'found: none of them', 'quickest: npm i -D @yowasp/clang; or pacman -S clang lld'],
    [{}, 'no-manager', 'found: none of them', 'quickest: npm i -D @yowasp/clang'],
  ])('are named at once, with how to get them here: %j, %s', (found, manager, there, hint) => {
    script(manager, '');
    expect(missingTools({ ...NOTHING, ...found }, environment())).toMatchObject({
      code: 'C_TOOLCHAIN',
      message: `C needs clang and wasm-ld; ${there}`,
      hint,
    });
  });
});

describe('finding a compiler', () => {
  it('takes the newest, with the linker of its version, and starts it once', async () => {
    fakeClang('clang-21', '21.1.0');
    const newest = fakeClang('clang-22', '22.1.8');
    const linker = script('wasm-ld-22', '');
    script('wasm-ld', '');
    expect(clangCandidates(environment())[0]).toEqual({ clang: newest, linker, major: 22 });
    const toolchain = await findToolchain(NO_CACHE, environment());
    expect(toolchain).toMatchObject({ version: '22.1.8', major: 22, ownHeaders: false });
    expect(started()).toEqual(['clang-22 -v -print-targets']);
  });

  it('caches facts about a compiler until it is replaced', async () => {
    const cache = new DiskCache(join(root, 'cache'));
    fakeClang('clang-22', '22.1.0');
    script('wasm-ld-22', '');
    await findToolchain(cache, environment());
    expect((await findToolchain(cache, environment())).version).toBe('22.1.0');
    expect(started()).toHaveLength(1);
    const before = toolchainIdentity(environment());
    fakeClang('clang-22', '22.1.12345');
    expect(toolchainIdentity(environment())).not.toBe(before);
    expect((await findToolchain(cache, environment())).version).toBe('22.1.12345');
  });

  it('prefers an older compiler with a linker to a newer one without', () => {
    fakeClang('clang-22', '22.1.0');
    fakeClang('clang-16', '16.0.6');
    script('wasm-ld-16', '');
    const own = clangCandidates(environment()).filter(({ clang }) => clang.startsWith(bin));
    expect(own.map(({ major, linker }) => [major, linker !== undefined])).toEqual([
      [16, true],
      [22, false],
    ]);
  });

  it('looks for the linker next to the compiler, behind links', () => {
    const folder = join(root, 'lib', 'llvm-20', 'bin');
    mkdirSync(folder, { recursive: true });
    for (const name of ['clang', 'wasm-ld']) writeFileSync(join(folder, name), '', { mode: 0o755 });
    symlinkSync(join(folder, 'clang'), join(bin, 'clang-20'));
    const found = clangCandidates(environment()).find(({ major }) => major === 20);
    expect(found?.linker).toBe(join(folder, 'wasm-ld'));
  });

  it('uses the compiler that the environment names', async () => {
    fakeClang('clang-22', '22.1.0');
    const asked = fakeClang('my-clang', '19.1.7');
    const linker = script('my-ld', '');
    const wanted = environment({ FENCEPOST_CLANG: asked, FENCEPOST_WASM_LD: 'my-ld' });
    expect(clangCandidates(wanted)).toEqual([{ clang: asked, linker, major: undefined }]);
    expect((await findToolchain(NO_CACHE, wanted)).major).toBe(19);
  });

  it.each([
    ['too old', () => fakeClang('c', '14.0.6'), 'is version 14.0.6'],
    ['too new', () => fakeClang('c', '99.0.0'), 'is version 99.0.0'],
    ['no clang', () => script('c', 'exit 1'), 'is version unknown'],
    ['for other targets', () => fakeClang('c', '22.1.0', 'x86-64 arm'), 'does not compile for WebAssembly'],
    ['without a linker', () => fakeClang('c', '22.1.0'), 'has no wasm-ld'],
    ['missing', () => 'missing', '(FENCEPOST_CLANG) is not a program'],
  ])('reports that the requested compiler is %s', async (_, make, message) => {
    await expect(findToolchain(NO_CACHE, environment({ FENCEPOST_CLANG: make() }))).rejects.toMatchObject({
      code: 'C_TOOLCHAIN',
      message: expect.stringContaining(message) as string,
      hint: expect.stringMatching(
        /^FENCEPOST_CLANG names the compiler: .*; quickest: npm i -D @yowasp\/clang/,
      ) as string,
    });
  });

  it.skipIf(machineHas || locatePackage('@yowasp/clang') !== undefined)('reports that there is none', async () => {
    await expect(findToolchain(NO_CACHE, environment())).rejects.toMatchObject({
      code: 'C_TOOLCHAIN',
      message: 'C needs clang and wasm-ld; found: none of them',
    });
  });
});

describe('compilers on other systems', () => {
  it('have other names on Windows', () => {
    expect(fileNames('clang', 'win32')).toEqual(['clang.exe', 'clang']);
    expect(fileNames(String.raw`C:\LLVM\bin\clang.exe`, 'win32')).toEqual([String.raw`C:\LLVM\bin\clang.exe`]);
    expect(fileNames('clang', 'darwin')).toEqual(['clang']);
  });

  it('are given by a path or by a name', () => {
    expect(isPath(String.raw`C:\LLVM\bin\clang.exe`, path.win32)).toBe(true);
    expect(isPath('clang.exe', path.win32)).toBe(false);
    expect([isPath('./clang', path.posix), isPath('clang-19', path.posix)]).toEqual([true, false]);
  });

  it('see files of Windows by paths with slashes', () => {
    const place = (file: string): string => placeInTree(file, String.raw`C:\p`, path.win32);
    expect([String.raw`C:\p\src\a.c`, String.raw`src\a.c`, 'src/a.c'].map(place)).toEqual(Array(3).fill('src/a.c'));
    expect(place(String.raw`D:\lib\a.h`)).toBe('D:/lib/a.h');
    expect(placeInTree('/p/src/a.c', '/p', path.posix)).toBe('src/a.c');
  });
});

describe('the manifest of a package', () => {
  it('is where Node finds the package', () => {
    const found = locateManifest('ajv');
    expect(locatePackage('ajv')).toBeDefined();
    expect(locatePackage('ajv')!.startsWith(dirname(found!))).toBe(true);
  });

  it('is missing where the package is', () => {
    expect(locateManifest('@fencepost/no-such-package')).toBeUndefined();
  });
});
