import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canCompile, file } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';

// What is around a C program: the temporary folder, files that its debug information names.

const fineC = file('fine.c', 'int main(void) { return 0; }\n');
const here = path.dirname(fineC);

describe.skipIf(!canCompile)('the front end for C', { timeout: 60_000 }, () => {
  afterEach(() => vi.unstubAllEnvs());

  it('refuses to go on without a temporary folder', async () => {
    vi.stubEnv('TMPDIR', path.join(here, 'no-folder'));
    vi.stubEnv('FENCEPOST_CACHE', path.join(here, 'new-cache'));
    const { code, err } = await fencepost(['check', fineC]);
    expect(code).toBe(2);
    expect(err).toMatch(/fine\.c: cannot write to the temporary folder .*no-folder.*\[C_TOOLCHAIN\]\n {2}hint: TMPDIR/);
  });

  it.skipIf(!fs.existsSync('/proc'))('works without a folder that cannot be created, such as in /proc', async () => {
    vi.stubEnv('FENCEPOST_CACHE', '/proc/cache/of');
    vi.stubEnv('FENCEPOST_STATE', '/proc/state/of');
    const { code } = await fencepost(['check', fineC, '--max-executions=1']);
    expect(code).toBe(0);
  });

  it('quotes a file that #line names only if the compiler has read it', async () => {
    const secret = file('secret.txt', 'never quoted\n');
    const header = file('quoted.h', 'static inline void f(void) { assert(0); }\n');
    fs.mkdirSync(path.join(here, 'program'));
    const source = path.join(here, 'program', 'line.c');
    fs.writeFileSync(source, `#include <assert.h>\nint main(void) {\n#line 1 "${secret}"\nassert(0);\n}\n`);
    for (const format of ['text', 'html', 'json']) {
      const { code, out } = await fencepost(['check', source, '--model=sc', `--report=${format}=/dev/stdout`]);
      expect(code).toBe(1);
      expect(out).toContain('assertion failed');
      expect(out).not.toContain('never quoted');
    }
    fs.writeFileSync(source, `#include <assert.h>\n#include "${header}"\nint main(void) { f(); }\n`);
    expect((await fencepost(['check', source, '--model=sc'])).out).toContain('1 │ static inline void f');
  });

  it('refuses a variable that does not fit on the stack', async () => {
    const c = 'char *volatile p;\nint main(void) {\n  char a[2147483648ul];\n  p = a;\n}\n';
    const ir = 'define i32 @main() {\n  %a = alloca i8, i64 4294967296\n  ret i32 0\n}\n';
    const large = file('large.c', c);
    const irFile = file('large.ll', `target triple = "x86_64-pc-linux-gnu"\n${ir}`);
    for (const [source, place] of [[large, `${large}:3`] as const, [irFile, irFile] as const]) {
      const { code, err } = await fencepost(['check', source]);
      expect(code).toBe(2);
      expect(err).toContain(`${place}: a local variable takes more than 1 GiB [C_UNSUPPORTED]`);
    }
  });

  it('ignores a place that is inlined at itself', async () => {
    const debug = '!3 = !DILocation(line: 1, column: 1, scope: !4, inlinedAt: !3)\n!4 = !DILexicalBlock(scope: !4)\n';
    const body = '@x = global i32 0\ndefine i32 @main() {\n  %a = load i32, ptr @x, !dbg !3\n  ret i32 0\n}\n';
    const ir = `target triple = "x86_64-pc-linux-gnu"\n${body}${debug}`;
    const { code } = await fencepost(['check', file('selfloc.ll', ir), '--model=sc']);
    expect(code).toBeLessThan(4);
  });
});
