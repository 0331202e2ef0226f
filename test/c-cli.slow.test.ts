import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Report } from 'fencepost';
import { describe, expect, it } from 'vitest';
import { canCompile, corpus, file } from '@fencepost/testing/compiled';
import { fencepost } from '@fencepost/testing/terminal';

const sb = join(corpus, 'peers', 'sb.c');
const mp = join(corpus, 'peers', 'mp.c');
const endless = join(corpus, 'loops', 'endless.c');
const storeLoop = join(corpus, 'loops', 'store_loop.c');

/** The lines that it prints, without times. */
async function check(...args: string[]) {
  const { code, out, err } = await fencepost(['check', ...args]);
  const lines = out.replace(/\d+\.\d\d s$/gm, 'T s').split('\n');
  return { code, lines: lines.slice(0, -1), err };
}

describe.skipIf(!canCompile)('fencepost check of C', { timeout: 30_000 }, () => {
  it('compiles, explores and names the failure by file, line and variable', async () => {
    const { code, lines, err } = await check(mp, '--model', 'sc,tso,pso');
    expect(err).toBe('');
    expect(lines.slice(0, 4)).toEqual([
      expect.stringMatching(/mp\.c$/),
      expect.stringMatching(/^ {2}✓ SC {3}safe +2 executions, T s$/),
      expect.stringMatching(/^ {2}✓ TSO {2}safe and robust +2 executions, T s$/),
      expect.stringMatching(/^ {2}✗ PSO {2}fails, not under SC .* 3 executions, T s$/),
    ]);
    const told = lines.join('\n');
    expect(told).toMatch(/PSO {2}assertion failed: atomic_load_explicit\(&data, .* == 42\n/);
    expect(told).toMatch(/data → 0 {2}\(line 15 has not reached memory\)$/m);
    expect(told).toMatch(/fencepost replay .*mp\.c '?fp1:[\dxcr.-]+~\w+'? --model pso$/m);
    expect(told).toContain(
      'Why     In thread 1, the store to data at line 15 was delayed past the store to flag at line 22.',
    );
    expect(told).toContain('Fix     In thread 1, a store-store fence between lines 15 and 22 forbids this execution:');
    expect(code).toBe(1);
  });

  it('checks x86 and C11 by default, and names the missing order', async () => {
    const { code, lines } = await check(mp);
    expect(lines.slice(1, 4)).toEqual([
      expect.stringMatching(/^ {2}✓ SC {4}safe +2 executions, T s$/),
      expect.stringMatching(/^ {2}✓ TSO {3}safe and robust +2 executions, T s$/),
      expect.stringMatching(/^ {2}✗ RC11 {2}fails, not under SC +3 executions, T s$/),
    ]);
    const told = lines.join('\n');
    expect(told).toMatch(/data → 0 {2}\(old: line 15 wrote 42\)$/m);
    expect(told).toMatch(/Why {5}The load of flag at line \d+ reads from the store to flag at line 22, but does not/);
    expect(told).toMatch(/Fix {5}memory_order_release at line 22 forbids this execution\./);
    expect(told).toMatch(/fencepost replay .*mp\.c '?fp1:[\dxr.-]+~\w+'? --model rc11$/m);
    expect(code).toBe(1);
  });

  it('reports an SC violation as a finding unless it is allowed', async () => {
    expect((await check(sb, '--model', 'tso')).code).toBe(1);
    expect((await check(sb, '--model', 'tso', '--allow-relaxed')).code).toBe(0);
    expect((await check(sb, '--model', 'sc')).code).toBe(0);
  });

  it('passes arguments after -- to the compiler', async () => {
    const { code, lines } = await check(sb, '--model', 'sc,tso', '--allow-relaxed', '--', '-DN=3');
    expect(lines[1]).toMatch(/7 executions/);
    expect(lines[2]).toMatch(/8 executions/);
    expect(code).toBe(0);
    expect((await check(sb, '--model=tso', '--allow-relaxed', '--', '-DN=3', '-DCHECK')).code).toBe(1);
    expect((await check(sb, '--', '-DN=3', '-DCHECK', '-DFENCE')).code).toBe(0);
  });

  it('names the bound that cut off every execution of a search that was stopped', async () => {
    const count = 'static void *count(void *u) { for (int i = 0; i < 1000; i++) x++; return 0; }\n';
    const start = 'pthread_create(&a, 0, count, 0); pthread_create(&b, 0, count, 0);';
    const main = `int main(void) { pthread_t a, b; ${start} pthread_join(a, 0); pthread_join(b, 0); }\n`;
    const source = file('counts.c', `#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n${count}${main}`);
    const { code, lines } = await check(source, '--model=sc', '--max-executions=20', '--unroll=8');
    expect(code).toBe(3);
    const told = lines.join(' ').replaceAll(/\s+/g, ' ');
    expect(told).toMatch(
      /ended after 20 executions; the loop at \S*counts\.c:4:\d+: only 8 iterations \(raise --unroll\)\. To/,
    );
  });

  it('places a stack overflow in the function that was running', async () => {
    const deep = 'static int deep(int n) {\n  volatile char a[100];\n  a[0] = n;\n  return deep(n + 1) + a[0];\n}\n';
    const source = file('deep.c', `${deep}int main(void) { return deep(0); }\n`);
    const told = (await check(source, '--model=sc')).lines.join('\n');
    expect(told).toMatch(/crash: stack overflow: the recursion is too deep, or local variables are too large\n/);
    expect(told).toMatch(/^ {4}at line 1 in main; in 1 of 1 execution\n/m);
  });

  it('takes further files of the program there, too', async () => {
    const main = file('main.c', 'int value(void);\nint main(void) {\n  return value();\n}\n');
    const value = file('value.c', 'int value(void) { return VALUE; }\n');
    const { code, lines } = await check(main, '--model', 'sc', '--', value, '-DVALUE=0');
    expect(lines.slice(0, 2)).toEqual([main, expect.stringMatching(/^ {2}✓ SC {2}safe +1 execution, T s$/)]);
    expect(code).toBe(0);
    const alone = await check(main);
    expect([alone.code, alone.lines]).toEqual([2, []]);
    expect(alone.err).toMatch(
      /^.*main\.c:3:10: the program calls value, which is neither defined nor supported \[C_UNSUPPORTED\]\n {2}hint: /,
    );
  });

  it('checks several programs, C and others', async () => {
    const litmus = join(import.meta.dirname, '../examples/litmus/MP.litmus');
    const { code, lines } = await check(mp, litmus, '--model', 'sc');
    expect(lines.filter((line) => /^\S/.test(line)).map((line) => basename(line))).toEqual([
      'mp.c',
      expect.stringMatching(/^MP\.litmus/),
      '2 programs: 2 are safe · 2 checks, T s',
    ]);
    expect(code).toBe(0);
  });

  it('shows the messages of the compiler, first and unchanged', async () => {
    const bad = file('bad.c', 'int main(void) {\n  return oops;\n}\n');
    const { code, lines, err } = await check(bad);
    expect([code, lines]).toEqual([2, []]);
    expect(err.startsWith(`${bad}:2:10: error: use of undeclared identifier 'oops'\n`)).toBe(true);
    expect(err.trimEnd().split('\n').at(-1)).toBe(`fencepost: the compiler rejects ${bad} [C_COMPILE]`);
  });

  it('reports every file that is wrong', async () => {
    const bad = file('bad.c', 'int main(void) {\n  return oops;\n}\n');
    const { code, lines, err } = await check(bad, mp, 'nowhere.c');
    expect(code).toBe(2);
    expect(err).toMatch(/C_COMPILE\]\nfencepost: cannot read nowhere\.c: there is no such file or folder \[USAGE\]\n/);
    // The others are checked.
    expect(lines.filter((line) => /^\S/.test(line)).map((line) => basename(line))[0]).toBe('mp.c');
    expect(err).toMatch(/\nfencepost: not checked: \S*bad\.c, nowhere\.c\n$/);
  });

  it('annotates what the compiler rejects at its line', async () => {
    const bad = file('bad.c', 'int main(void) {\n  return oops;\n}\n');
    const { lines } = await check(bad, '--report', 'github=/dev/stdout');
    expect(lines).toEqual([
      `::error file=${bad},line=2,col=10,title=Fencepost%3A Not checked::the compiler rejects ${bad}: use of undeclared identifier 'oops' [C_COMPILE]`,
    ]);
  });

  it('is undecided beyond a bound, and names the loop', async () => {
    const { code, lines } = await check(endless, '--unroll', '5');
    expect(lines.slice(1, 4)).toEqual(
      ['SC  ', 'TSO ', 'RC11'].map(
        (model) =>
          expect.stringMatching(new RegExp(`^  \\? ${model}  undecided: .*0 executions, 1 blocked, T s$`)) as string,
      ),
    );
    expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toMatch(
      /the loop at .*endless\.c:8:3: only 5 iterations\b.*--unroll/,
    );
    expect(code).toBe(3);
    // Joint states follow a loop that ends.
    for (const bound of ['10', '30']) expect((await check(storeLoop, '--unroll', bound)).code).toBe(0);
  });

  it('prints JSON', async () => {
    const { code, out, err } = await fencepost([
      'check',
      mp,
      '--model',
      'sc,tso,pso',
      '--format',
      'json',
      '--',
      '-DUNUSED',
    ]);
    expect([code, err]).toEqual([1, '']);
    const { checks } = JSON.parse(out) as Report;
    expect(checks.map(({ model, verdict, robust, executions }) => [model, verdict, robust, executions])).toEqual([
      ['sc', 'safe', true, 2],
      ['tso', 'safe', true, 2],
      ['pso', 'failing', false, 3],
    ]);
    const pso = checks[2]!;
    expect(pso).toMatchObject({
      source: mp,
      program: 'mp.c',
      method: 'graph',
      harmful: true,
      incomplete: null,
      notes: [],
    });
    expect(pso.failures).toMatchObject([
      { kind: 'assertion', thread: 'thread 2', executions: 1, underSc: false, site: { line: 28, column: 5 } },
    ]);
    expect(pso.violations[0]!.counterexample.cycle).toHaveLength(4);
    expect(pso.schedule).toMatch(/^fp1:/);
    const bounded = await fencepost(['check', endless, '--format', 'json', '--model', 'sc', '--unroll', '3']);
    expect((JSON.parse(bounded.out) as Report).checks[0]!.incomplete).toMatchObject({
      covered: expect.stringMatching(/^the loop at .*endless\.c:8:3: only 3 iterations\b/) as string,
    });
    expect(bounded.code).toBe(3);
  });

  it('checks again when the source changes', async () => {
    const source = file('changing.c', 'int main(void) { return 0; }\n');
    expect((await check(source)).code).toBe(0);
    writeFileSync(source, '#include <assert.h>\nint main(void) {\n  assert(0);\n}\n');
    const { code, lines } = await check(source, '--model', 'sc');
    expect(lines[3]).toBe('  SC  assertion failed: 0');
    expect(lines[4]).toBe('    at line 3 in main; in 1 of 1 execution');
    expect(code).toBe(1);
  });
});
