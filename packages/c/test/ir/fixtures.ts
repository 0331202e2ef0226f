import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const FIXTURES = fileURLToPath(new URL('fixtures', import.meta.url));

export function fixture(name: string): string {
  return readFileSync(`${FIXTURES}/${name}`, 'utf8');
}

/** The newest clang on the path, if there is one. */
export const CLANG = ['clang-22', 'clang-21', 'clang-20', 'clang-19', 'clang'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

export function clang(args: readonly string[], input: string | undefined): string {
  const { status, stdout, stderr } = spawnSync(CLANG ?? 'clang', args, {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    ...(input === undefined ? {} : { input }),
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const BACK_END = ['-mcpu=mvp', '-mmutable-globals', '-msign-ext', '-O2', '-Wno-override-module'];

/** Throws what LLVM has against the module. */
export function compileBack(ll: string, target: 'wasm64' | 'wasm32' = 'wasm64'): void {
  clang([`--target=${target}`, ...BACK_END, '-x', 'ir', '-c', '-', '-o', '/dev/null'], ll);
}

/** A module for x86-64 of these lines. */
export function x86(...lines: string[]): string {
  return ['target triple = "x86_64-unknown-linux-gnu"', '@x = global i32 0', ...lines].join('\n');
}

/** A function of these lines in a module with debug information: everything is in line 5 of a.c. */
export function located(...lines: string[]): string {
  const body = lines.map((line) => `  ${line}, !dbg !4`);
  return x86(
    'define void @f(ptr %p, i32 %i) !dbg !3 {',
    ...body,
    '  ret void',
    '}',
    'declare i32 @printf(ptr, ...)',
    '!llvm.dbg.cu = !{!0}',
    '!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1)',
    '!1 = !DIFile(filename: "a.c", directory: "/")',
    '!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 4, unit: !0)',
    '!4 = !DILocation(line: 5, column: 2, scope: !3)',
  );
}
