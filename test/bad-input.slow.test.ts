import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canCompile, file } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';
import type { BadInput as Case } from './bad-command-lines.js';
import { COMMAND_LINES, fixture } from './bad-command-lines.js';

// Whatever is wrong with what a user gives us: exit code 2, nothing on standard output, a message that names the thing
// and says what to do, and never a stack trace.

const root = path.join(import.meta.dirname, '..');
const fine = fixture('fenced.mjs');
const sb = fixture('SB.litmus');

const fineC = file('fine.c', 'int main(void) { return 0; }\n');
const here = path.dirname(fineC);
const at = (name: string): string => path.join(here, name);

const BINARY = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0xff, 0xfe, 0, 0x28, 0x7b, 0x80, 0xc3, 0x28, 0, 0]);
function binary(name: string): string {
  fs.writeFileSync(at(name), BINARY);
  return at(name);
}

function folder(name: string): string {
  fs.mkdirSync(at(name));
  return at(name);
}

function link(name: string, target: string): string {
  fs.symlinkSync(target, at(name));
  return at(name);
}

function pipe(name: string): string {
  execFileSync('mkfifo', [at(name)]);
  return at(name);
}

/** It takes no room on the disk. */
function huge(name: string): string {
  fs.writeFileSync(at(name), '');
  fs.truncateSync(at(name), 2 ** 32);
  return at(name);
}

/** A module with one thread. The package is named by its path, as modules in this folder would not find it. */
function module(name: string, thread: string): string {
  const source = path.join(root, 'packages/fencepost/src/index.ts');
  return file(
    `${name}.mjs`,
    `import { load, program, store } from '${source}';
export default program('${name}', (p) => {
  const x = p.variable('x');
  for (const name of ['a', 'b']) p.thread(name, ${thread});
});
`,
  );
}

const litmus = (name: string, instruction: string, condition = 'exists (0:rax=0)', architecture = 'X86_64'): string =>
  file(`${name}.litmus`, `${architecture} ${name}\n{ x; y; }\n P0 ;\n ${instruction} ;\n${condition}\n`);

const recording = (name: string, ...operations: object[]): string =>
  file(`${name}.json`, JSON.stringify({ version: 1, name, operations }));

async function expectRefusal(
  args: readonly string[],
  names: RegExp,
  advises: RegExp,
  out: unknown = '',
): Promise<void> {
  const outcome = await fencepost(args);
  expect(outcome).toEqual({ code: 2, out, err: expect.stringMatching(names) as string });
  expect(outcome.err).toMatch(advises);
  expect(outcome.err).toMatch(/ \[[A-Z_]+\]\n/);
  expect(outcome.err).not.toMatch(/\n {4}at |internal error|node:internal|[\0-\x08\x0e-\x1f]/);
}

const PATH_HINT = /hint: is its path right\?/;

const PATHS: readonly Case[] = [
  ['a missing C file', ['check', at('nowhere.c')], /cannot read .*nowhere\.c: there is no such file/, PATH_HINT],
  ['a missing relative file', ['check', 'nowhere.mjs'], /cannot read nowhere\.mjs: /, /Relative paths start from .*\n/],
  ['a misspelt file', ['check', fixture('fencd.mjs')], /cannot read .*fencd\.mjs/, /did you mean .*\/fenced\.mjs\?/],
  ['a missing litmus test', ['litmus', at('nowhere.litmus')], /cannot read .*nowhere\.litmus/, PATH_HINT],
  ['a missing recording', ['monitor', at('nowhere.json')], /cannot read .*nowhere\.json/, PATH_HINT],
  ['a missing file to replay', ['replay', at('nowhere.c'), 'fp1:1'], /cannot read .*nowhere\.c/, PATH_HINT],
  ['missing expectations', ['litmus', sb, '--expect', at('no.tsv')], /cannot read .*no\.tsv/, PATH_HINT],
  ['a missing configuration', ['check', fine, '--config', at('no.json')], /cannot read .*no\.json/, PATH_HINT],
  ['a folder for a C file', ['check', folder('folder.c')], /no checks in .*folder\.c/, /fencepost init/],
  ['a folder for a module', ['check', folder('folder.mjs')], /no checks in .*folder\.mjs/, /fencepost init/],
  ['a folder for a recording', ['monitor', folder('folder.json')], /cannot read .*: it is a folder/, /name a file/],
  ['a folder without tests', ['litmus', folder('bare')], /bare contains no \.litmus file/, /name a folder with/],
  [
    'a path through a file',
    ['check', `${fine}/x.mjs`],
    /cannot read .*: a part of its path is not a folder/,
    PATH_HINT,
  ],
  ['a folder through a file', ['litmus', `${fine}/tests`], /cannot read .*: a part of its path is no/, PATH_HINT],
  [
    'a link to nothing',
    ['check', link('dead.c', at('nowhere'))],
    /cannot read .*dead\.c/,
    /whose target does not exist/,
  ],
  [
    'a link to itself',
    ['check', link('loop.mjs', at('loop.mjs'))],
    /cannot read .*loop\.mjs: it is a broken link/,
    PATH_HINT,
  ],
  ['a name that is too long', ['check', `${'x'.repeat(300)}.litmus`], /xx\.litmus: its name is too long/, PATH_HINT],
  ['a pipe', ['check', pipe('pipe.mjs')], /cannot read .*pipe\.mjs: it is a pipe or a device/, /to a file first/],
  ['a pipe of C', ['check', pipe('pipe.c')], /cannot read .*pipe\.c: it is a pipe or a device/, /to a file first/],
  [
    'a link to a device',
    ['litmus', link('zero.litmus', '/dev/zero')],
    /zero\.litmus: it is a pipe or a device/,
    /first/,
  ],
  ['a device as a recording', ['monitor', '/dev/zero'], /cannot read \/dev\/zero: it is a pipe or a device/, /first/],
  [
    'a huge litmus test',
    ['litmus', huge('huge.litmus')],
    /huge\.litmus has 4096 MiB; the limit is 256 MiB/,
    /TOO_LARGE/,
  ],
  ['a huge recording', ['monitor', huge('huge.json')], /huge\.json has 4096 MiB/, /TOO_LARGE/],
  ['a huge C file', ['check', huge('huge.c')], /huge\.c has 4096 MiB/, /TOO_LARGE/],
  [
    'a kind of file we do not know',
    ['check', file('x.zig', '')],
    /cannot check .*x\.zig/,
    /files to check end in \.c, /,
  ],
];

const LITMUS_FIRST_LINE = /expected a first line with the architecture .*such as 'X86_64 SB'/;
const HOW_TO_EXPORT = /hint: write a check, here or .*export default program/;

const CONTENTS: readonly Case[] = [
  ['a binary litmus test', ['litmus', binary('binary.litmus')], /binary\.litmus:1:1: /, LITMUS_FIRST_LINE],
  ['a binary module', ['check', binary('binary.mjs')], /binary\.mjs:1:1: the module cannot be loaded/, /hint: node /],
  [
    'a binary recording',
    ['monitor', binary('binary.json')],
    /binary\.json is neither a recording/,
    /docs\/use\/monitor\.md/,
  ],
  ['binary expectations', ['litmus', sb, '--expect', binary('binary.tsv')], /binary\.tsv:1: /, /a row is: file, model/],
  ['a binary configuration', ['check', '--config', binary('config.json')], /config\.json:1:1: /, /hint: JSON has/],
  ['an empty litmus test', ['litmus', file('empty.litmus', '')], /empty\.litmus:1:1: /, LITMUS_FIRST_LINE],
  ['an empty litmus test to check', ['check', at('empty.litmus')], /empty\.litmus:1:1: /, LITMUS_FIRST_LINE],
  ['an empty module', ['check', file('empty.mjs', '')], /empty\.mjs exports nothing/, HOW_TO_EXPORT],
  ['an empty module to replay', ['replay', at('empty.mjs'), 'fp1:1'], /empty\.mjs exports nothing/, HOW_TO_EXPORT],
  [
    'an empty recording',
    ['monitor', file('empty.json', '')],
    /empty\.json is neither a recording/,
    /docs\/use\/monitor\.md/,
  ],
  ['a module that throws', ['check', fixture('throws.mjs')], /throws\.mjs:2:7: .* no more than 3/, /hint: node /],
  ['a wrong default export', ['check', fixture('wrong-default.mjs')], /the default export of .* is not/, HOW_TO_EXPORT],
  ['a wrong export', ['check', fixture('wrong-export.mjs')], /the export 'limit' of .* is not a/, HOW_TO_EXPORT],
  [
    'a syntax error in a module',
    ['check', file('syntax.mjs', 'export default {\n  a: = 1,\n};\n')],
    /syntax\.mjs:2:\d: the module cannot be loaded: /,
    /hint: node .*syntax\.mjs may show more/,
  ],
  [
    'a module without the package',
    ['check', file('lonely.mjs', "import { program } from 'fencepost';\n")],
    /Cannot find package 'fencepost'/,
    /npm install fencepost/,
  ],
  [
    'a thread that yields no operation',
    ['check', module('three', 'function* () { yield 3; }')],
    /three\.mjs: thread a yields something that is not an operation/,
    /yield load\(x\), store\(x, 1\)/,
  ],
  [
    'a thread that depends on more than it reads',
    [
      'check',
      module('dice', 'function* () { yield store(x, globalThis.dice = (globalThis.dice ?? 0) + 1); yield load(x); }'),
    ],
    /dice\.mjs: thread \w behaved differently .*NONDETERMINISM/,
    /a thread may depend only on the values it reads/,
  ],
  [
    'a mutex as a variable',
    ['check', fixture('refused.mjs'), '--model=tso'],
    /refused\.mjs: m is used both/,
    /hint: use a mutex only/,
  ],
  ['a litmus test for POWER', ['litmus', litmus('A', 'nop', '', 'PPC')], /for PPC are not/, /X86, C and AArch64/],
  ['a syntax error in a litmus test', ['litmus', litmus('B', 'movq $1,(x')], /B\.litmus:4:13: /, /expected '\)'/],
  [
    'an instruction we do not know',
    ['check', litmus('C', 'rep movsb')],
    /C\.litmus:4:2: .* rep is not/,
    /supported are/,
  ],
  [
    'a thread that is not there',
    ['litmus', litmus('D', 'nop', 'exists (3:rax=0)')],
    /D\.litmus:5:9: .* 3/,
    /there are 1/,
  ],
  ['a register that is not there', ['litmus', litmus('E', 'incq %foo')], /no register 'foo'/, /registers are rax/],
  [
    'a row that is none',
    ['litmus', sb, '--expect', file('e.tsv', 'SB\n')],
    /e\.tsv:1: this is not a row/,
    /a row is: /,
  ],
  [
    'truncated JSON',
    ['monitor', file('cut.json', '{"version": 1')],
    /cut\.json is neither a recording/,
    /docs\/use\/monitor\.md/,
  ],
  [
    'JSON of another kind',
    ['monitor', file('null.json', 'null')],
    /null\.json: this is not a recording/,
    /a recording is \{/,
  ],
  [
    'a load from nowhere',
    ['monitor', recording('f', { thread: 'a', op: 'load' })],
    /f\.json: operation 1/,
    /names no place/,
  ],
];

const REPORTS: readonly Case[] = [
  ['no file', ['--report', 'html'], /--report html names no file/, /write --report FORMAT=FILE/],
  ['an unknown format', ['--report', 'htm=x.htm'], /no format 'htm'/, /did you mean html\?/],
  ['standard output', ['--report', 'json=-'], /the json report cannot go to standard output/, /--format json/],
  ['one file', ['--report=json=x', '--report=html=./x'], /html report cannot go to \.\/x/, /a file of its own/],
  ['the program', ['--report', `json=${fine}`], /fenced\.mjs: it is a file to check/, /a file of its own/],
  ['a missing folder', ['--report', `json=${at('no/x.json')}`], /there is no folder .*\/no /, /mkdir -p .*\/no\n/],
  ['a folder', ['--report', `json=${here}`], /cannot write the json report to .*: it is a folder/, /add a file name/],
  ['a path through a file', ['--report', `json=${fine}/x`], /a part of its path is not a folder/, /another path/],
];

const CONFIGURATIONS: readonly Case[] = [
  ['an unknown setting', ['{ "modles": [] }'], /:1: there is no setting 'modles'/, /did you mean models\?/],
  ['a wrong type', ['{\n  "seed": "1"\n}'], /:2: seed cannot be '1'/, /a whole number of at least 0/],
  ['a bad duration', ['{ "maxTime": "soon" }'], /:1: maxTime cannot be 'soon'/, /'90s' or '5m'/],
  ['a syntax error', ['{\n  "seed": 1,\n}'], /:3:1: the configuration is not JSON/, /no comma after the last/],
  ['a list', ['[]'], /is not an object with settings/, /write: \{ "models"/],
  ['a file that is not there', ['{ "files": ["lost.c"] }'], /cannot read .*lost\.c/, PATH_HINT],
];

describe('bad input is refused:', () => {
  it.each([...PATHS, ...CONTENTS, ...COMMAND_LINES])('%s', async (_, args, names, advises) => {
    await expectRefusal(args, names, advises);
  });

  it.each(REPORTS)('reports to %s', async (_, args, names, advises) => {
    await expectRefusal(['check', fine, ...args], names, advises);
  });

  it.each(CONFIGURATIONS)('a configuration with %s', async (what, [text], names, advises) => {
    const config = file(`${what.replaceAll(' ', '-')}.json`, text!);
    await expectRefusal(['check', '--config', config], names, advises);
  });

  it('all wrong files are named, and the others are checked', async () => {
    await expectRefusal(
      ['check', fine, at('nowhere.c'), at('empty.mjs')],
      /nowhere\.c: [^]*empty\.mjs exports/,
      PATH_HINT,
      expect.stringMatching(/\n1 program is safe/),
    );
  });

  it.runIf(fs.existsSync('/dev/full'))('a full disk for a report, after the result', async () => {
    const args = ['check', fine, '--model', 'sc', '--report', 'json=/dev/full'];
    const result = expect.stringMatching(/\bsafe\b/) as string;
    await expectRefusal(args, /the json report to \/dev\/full: the disk is full/, /another path/, result);
  });
});

const NO_MAIN = /list further files of the program after --/;
const IR = 'target triple = "x86_64-pc-linux-gnu"\ndefine i32 @main() {\n  %x = add i32 zero, 1\n  ret i32 0\n}\n';

const TRIPLE = 'target triple = "x86_64-pc-linux-gnu"\n';
const MAIN_IR = 'define i32 @main() {\n  ret i32 0\n}\n';

const COMPILED: readonly Case[] = [
  [
    'a binary C file',
    [binary('binary.c')],
    /the compiler rejects .*binary\.c/,
    /binary\.c:1:9: error: .* not valid UTF-8/,
  ],
  ['binary LLVM IR', [binary('binary.ll')], /there is no main in .*binary\.ll/, NO_MAIN],
  ['an empty C file', [file('empty.c', '')], /there is no main in .*empty\.c/, NO_MAIN],
  [
    'a library without a program',
    [file('library.c', 'int x;\nvoid set(int to) { x = to; }\n')],
    /there is no main in .*library\.c/,
    /write a main that calls it from threads, .*: fencepost check main\.c -- .*library\.c/,
  ],
  ['an empty C++ file', [file('empty.cpp', '')], /there is no main in .*empty\.cpp/, NO_MAIN],
  ['empty LLVM IR', [file('empty.ll', '')], /there is no main in .*empty\.ll/, NO_MAIN],
  [
    'a syntax error in C',
    [file('s.c', 'int main(void) { return 0 }\n')],
    /the compiler rejects .*s\.c/,
    /s\.c:1:26: error: expected ';'/,
  ],
  ['a syntax error in C++', [file('s.cpp', 'int main() { retrun 0; }\n')], /rejects .*s\.cpp/, /s\.cpp:1:14: error: /],
  [
    'a syntax error in LLVM IR',
    [file('s.ll', IR)],
    /cannot be compiled .*expected value token/,
    /validate it with llvm-as/,
  ],
  [
    'a type in LLVM IR that contains itself',
    [file('rectype.ll', `${TRIPLE}%A = type { %B }\n%B = type { %A }\n@x = global %A zeroinitializer\n${MAIN_IR}`)],
    /rectype\.ll: the type '%.' contains itself/,
    /C_UNSUPPORTED/,
  ],
  [
    'C on which the compiler crashes',
    [file('deep.c', `int main(void) { return ${'('.repeat(20_000)}1${')'.repeat(20_000)}; }\n`)],
    /deep\.c/,
    // Newer ones may say that it is too deep.
    /crashed \(.*hint: the program is too large|C_COMPILE/s,
  ],
  [
    'inline assembly we do not know',
    [file('asm.c', 'int main(void) { __asm__ volatile("rdpmc" ::: "eax", "edx"); }\n')],
    /asm\.c:1:18: the inline assembly "rdpmc" is not supported/,
    /use C11 atomics/,
  ],
  [
    'a function that is nowhere',
    [file('call.c', 'int value(void);\nint main(void) { return value(); }\n')],
    /call\.c:2:25: the program calls value, which is neither defined nor supported/,
    /add the file that defines it after --: fencepost check main\.c -- other\.c;/,
  ],
  [
    'a second main',
    [fineC, '--', file('main2.c', 'int main(void) {}\n')],
    /each of these files has a main: .*fine\.c/,
    NO_MAIN,
  ],
  [
    'a function twice',
    [fineC, '--', file('one.c', 'int f(void) { return 1; }\n'), file('two.c', 'int f(void) { return 2; }\n')],
    /the program defines f twice/,
    /remove one of the files/,
  ],
  ['a missing further source', [fineC, '--', at('nowhere.c')], /cannot read .*nowhere\.c/, PATH_HINT],
  ['a missing header', [fineC, '--', '-include', 'no.h'], /rejects .*fine\.c/, /error: 'no\.h' file not found/],
  ['a flag clang does not know', [fineC, '--', '-fno-such'], /'-fno-such'/, /remove those that it rejects/],
  [
    'a flag that would hide things',
    [fineC, '--', '-Xclang', '-O2'],
    /the compiler flag -Xclang is refused/,
    /remove -Xclang|leave -Xclang out|omit/,
  ],
  ['a flag without its value', [fineC, '--', '-I'], /the compiler flag -I needs a value/, /write -I VALUE/],
  ['a flag that needs a library', [fineC, '--', '-fopenmp'], /-fopenmp is refused/, /leave -fopenmp out/],
  ['a word for a flag', [fineC, '--', 'fast'], /'fast' is not a compiler flag/, /options of fencepost come before/],
];

describe.skipIf(!canCompile)('bad input is refused by the front end for C:', { timeout: 30_000 }, () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(COMPILED)('%s', async (_, args, names, advises) => {
    await expectRefusal(['check', ...args], names, advises);
  });

  it('no compiler', async () => {
    vi.stubEnv('FENCEPOST_CLANG', at('no-clang'));
    await expectRefusal(['check', fineC], /C needs clang and wasm-ld; found: .*no-clang/, /npm i -D @yowasp\/clang/);
  });

  it('but not if the path is empty: npm packages are sufficient', async () => {
    vi.stubEnv('PATH', '');
    expect(await fencepost(['check', fineC])).toMatchObject({ code: 0, err: '' });
  });
});
