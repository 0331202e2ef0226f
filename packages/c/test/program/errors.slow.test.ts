import { exploreGraphs } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../src/vm/context/context.js';
import { canCompile, compile, explored, file } from '@fencepost/testing/compiled';

/** The error of compiling or exploring a program. */
async function refusal(source: string, flags: readonly string[] = [], bounds: Partial<Bounds> = {}): Promise<unknown> {
  try {
    explored(await compile(source, { flags, bounds }), exploreGraphs, { model: 'sc' });
  } catch (error) {
    return error;
  }
  return undefined;
}

const THREADS = (left: string, right: string): string => `#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static union { _Atomic uint32_t word; _Atomic uint8_t byte[4]; uint8_t plain[4]; } u;
static void *left(void *arg) {
  ${left}
  return 0;
}
static void *right(void *arg) {
  ${right}
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`;

describe.skipIf(!canCompile)('a program is refused', { timeout: 20_000 }, () => {
  it('that calls an unknown function', async () => {
    const source = file('unknown.c', 'int frobnicate(int);\nint main(void) {\n  return frobnicate(1);\n}\n');
    expect(await refusal(source)).toMatchObject({
      code: 'C_UNSUPPORTED',
      message: 'the program calls frobnicate, which is neither defined nor supported',
      site: { file: source, line: 3, column: 10 },
    });
  });

  it.each([
    ['narrow', 'int time(long *);\nint main(void) {\n  return time(0);\n}\n'],
    ['wide', 'long usleep(int);\nint main(void) {\n  return usleep(5);\n}\n'],
  ])('that declares the result of a function of the C library too %s', async (name, text) => {
    const source = file(`${name}.c`, text);
    expect(await refusal(source)).toMatchObject({
      code: 'C_UNSUPPORTED',
      message: 'a function of the C library is declared with another type',
      site: { file: source, line: 3, column: 10 },
    });
  });

  it('that calls a function of the C library that stores, even if unknown functions do nothing', async () => {
    const code = (call: string): string =>
      `#include <stdlib.h>\nint scanf(const char *, ...), frobnicate(int *);\nint x;\nint main(void) {\n  return ${call};\n}\n`;
    const refused = await refusal(file('scanf.c', code('scanf("%d", &x)')), ['-w'], { openFunctions: true });
    const message = 'the program calls scanf, which is neither defined nor supported';
    expect(refused).toMatchObject({ code: 'C_UNSUPPORTED', message });
    expect(await refusal(file('open.c', code('frobnicate(&x)')), ['-w'], { openFunctions: true })).toBeUndefined();
  });

  it.each([
    ['a byte of an atomic word', 'u.word = 1;', 'u.byte[0] = 2;'],
    ['a word over an atomic byte', 'u.byte[1] = 1;', 'u.word++;'],
    ['a plain byte of an atomic word', 'atomic_fetch_add(&u.word, 1);', 'u.plain[3] = 2;'],
    ['a byte of an atomic word, to read it', 'u.word = 0x01020304;', 'if (u.plain[0] == 3) u.word = 0;'],
  ])('but not one that accesses %s', async (name, left, right) => {
    expect(await refusal(file(`${name.replaceAll(/\W/g, '-')}.c`, THREADS(left, right)))).toBeUndefined();
  });

  it('with unknown assembly', async () => {
    const source = file(
      'asm.c',
      'int x;\nint main(void) {\n  __asm__ volatile("rdrand %0" : "=r"(x));\n  return 0;\n}\n',
    );
    expect(await refusal(source)).toMatchObject({ code: 'C_UNSUPPORTED', site: { file: source, line: 3 } });
  });

  it('that the compiler rejects, with its message', async () => {
    const source = file('rejected.c', 'int main(void) {\n  return undeclared;\n}\n');
    expect(await refusal(source)).toMatchObject({
      code: 'C_COMPILE',
      message: `the compiler rejects ${source}`,
      compilerOutput: expect.stringContaining(
        `${source}:2:10: error: use of undeclared identifier 'undeclared'`,
      ) as string,
    });
  });

  it('without a main function', async () => {
    const source = file('library.c', 'int twice(int x) { return 2 * x; }\n');
    expect(await refusal(source)).toMatchObject({ code: 'C_LINK', message: expect.stringMatching(/main/) as string });
  });

  it('whose parts do not match', async () => {
    const main = file('main.c', 'int helper(void);\nint main(void) { return helper(); }\n');
    const twice = file('twice.c', 'int main(void) { return 1; }\n');
    await expect(compile([main, twice])).rejects.toMatchObject({ code: 'C_LINK', message: /main twice/ });
  });

  it('compiled with flags that change the meaning of a program', async () => {
    const source = file('plain.c', 'int main(void) { return 0; }\n');
    expect(await refusal(source, ['-fopenmp'])).toMatchObject({ code: 'USAGE' });
    expect(await refusal(source, ['-m32'])).toMatchObject({ code: 'USAGE' });
  });
});
