import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ViolationReport } from 'fencepost';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const litmus = (name: string, fence: string, condition: string): string => `X86_64 ${name}
{ x; y; }
 P0            | P1            ;
 movq $1,(x)   | movq $1,(y)   ;
 ${fence}      | ${fence}      ;
 movq (y),%rax | movq (x),%rax ;
${condition}
`;
const BOTH_OLD = '(0:rax=0 /\\ 1:rax=0)';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const SB = write('tests/SB.litmus', litmus('SB', '', `exists ${BOTH_OLD}`));
const FENCED = write('tests/deep/SB+mfences.litmus', litmus('SB+mfences', 'mfence', `exists ${BOTH_OLD}`));
write('tests/notes.txt', 'not a test');
const TESTS = join(folder, 'tests');
const SC_STATES = '0:rax=0; 1:rax=1;|0:rax=1; 1:rax=0;|0:rax=1; 1:rax=1;';
const ROWS = [
  `SB.litmus\tsc\t0\t3\t${SC_STATES}`,
  `SB.litmus\ttso\t1\t4\t0:rax=0; 1:rax=0;|${SC_STATES}`,
  `deep/SB+mfences.litmus\tsc\t0\t3\t${SC_STATES}`,
  `deep/SB+mfences.litmus\ttso\t0\t3\t${SC_STATES}`,
];

describe('fencepost litmus', () => {
  it('reports the answer for each test and model, and the totals', async () => {
    expect(await fencepost(['litmus', TESTS, '--model', 'sc,tso'])).toEqual({
      code: 0,
      err: '',
      out: `SB          sc   forbidden  Never 0 3        3 executions
            tso  allowed    Sometimes 1 3    4 executions, 1 not SC
SB+mfences  sc   forbidden  Never 0 3        3 executions
            tso  forbidden  Never 0 3        3 executions
2 tests, 4 checks: 13 executions
`,
    });
  });

  it('makes columns as wide as the default models of the tests need', async () => {
    const { out } = await fencepost(['litmus', SB]);
    expect(out.split('\n')[0]).toBe('SB  sc   forbidden  Never 0 3        3 executions');
  });

  it('says Ok or No for conditions that demand something; No is no failure', async () => {
    const required = write('other/forall.litmus', litmus('F', '', 'forall (0:rax=1 \\/ 1:rax=1)'));
    const forbidden = write('other/forbidden.litmus', litmus('N', '', `~exists ${BOTH_OLD}`));
    const { code, out } = await fencepost(['litmus', required, forbidden, '--model=sc,tso']);
    expect(code).toBe(0);
    expect(out.split('\n').slice(0, 4)).toEqual([
      'F  sc   Ok         Always 3 0       3 executions',
      '   tso  No         Sometimes 3 1    4 executions, 1 not SC',
      'N  sc   Ok         Never 0 3        3 executions',
      '   tso  No         Sometimes 1 3    4 executions, 1 not SC',
    ]);
  });

  it('checks sc, tso and pso by default, and each file once', async () => {
    const { out } = await fencepost(['litmus', SB, TESTS, SB]);
    expect(out).toMatch(/^2 tests, 6 checks: /m);
    expect(out).toMatch(/^ +pso /m);
  });

  it('prints one object with --format json', async () => {
    const { code, out } = await fencepost(['litmus', SB, '--model', 'tso', '--format', 'json', '--explorer', 'oracle']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      version: 1,
      tool: expect.stringMatching(/^fencepost \d+\.\d+\.\d+$/) as string,
      checks: [
        {
          source: SB,
          test: 'SB',
          model: 'tso',
          explorer: 'oracle',
          executions: 4,
          blocked: 0,
          witnesses: 1,
          quantifier: 'exists',
          condition: `exists ${BOTH_OLD}`,
          observation: 'Sometimes',
          allowed: true,
          holds: true,
          robust: false,
          nonSequential: 1,
          races: null,
          states: ['0:rax=0; 1:rax=0;', ...SC_STATES.split('|')],
          outcomes: ['0:rax=0; 1:rax=0;', ...SC_STATES.split('|')].map((state, i) => ({
            ...{ state, executions: 1, satisfies: i === 0 },
          })),
        },
      ],
    });
  });

  describe('tests of C', () => {
    const cTest = (name: string, type: string, order: string): string => `C ${name}
{}
P0 (${type}* x, atomic_int* y) {
  ${type === 'int' ? '*x = 1' : 'atomic_store_explicit(x, 1, memory_order_relaxed)'};
  atomic_store_explicit(y, 1, memory_order_${order});
}
P1 (${type}* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = ${type === 'int' ? '*x' : 'atomic_load_explicit(x, memory_order_relaxed)'};
}
exists (1:r0=1 /\\ 1:r1=0)
`;
    write('c/MP+rel.litmus', cTest('MP+rel', 'atomic_int', 'release'));
    const MP = write('c/MP+rlx.litmus', cTest('MP+rlx', 'atomic_int', 'relaxed'));
    const RACE = write('c/MP+na.litmus', cTest('MP+na', 'int', 'release'));
    const C_TESTS = join(folder, 'c');
    const states = '1:r0=0; 1:r1=0;|1:r0=0; 1:r1=1;|1:r0=1; 1:r1=1;';
    const rows = [
      `MP+na.litmus\trc11-cpp20\t0\t3\t${states}\trace`,
      `MP+rel.litmus\trc11-cpp20\t0\t3\t${states}\t-`,
      `MP+rlx.litmus\trc11-cpp20\t1\t4\t${states}|1:r0=1; 1:r1=0;\t-`,
    ];

    it('have models of C and of machines, and data races', async () => {
      expect(await fencepost(['litmus', C_TESTS, '--model', 'tso,rc11'])).toEqual({
        code: 0,
        err: '',
        out: `MP+na   tso   forbidden  Never 0 3        3 executions
        rc11  forbidden  Never 0 3        3 executions, data race: undefined behaviour
MP+rel  tso   forbidden  Never 0 3        3 executions
        rc11  forbidden  Never 0 3        3 executions
MP+rlx  tso   forbidden  Never 0 3        3 executions
        rc11  allowed    Sometimes 1 3    4 executions, 1 not SC
3 tests, 6 checks: 19 executions
`,
      });
      const { out } = await fencepost(['litmus', RACE, '--model', 'tso,rc11', '--format', 'json']);
      const { checks } = JSON.parse(out) as { checks: { races: number | null }[] };
      expect(checks.map(({ races }) => races)).toEqual([null, 2]);
    });

    it('agree with rows for C++20, races included', async () => {
      const expected = write('c/expected.tsv', rows.join('\n'));
      const { code, out } = await fencepost(['litmus', C_TESTS, '--model', 'rc11', '--expect', expected]);
      expect({ code, last: out.trimEnd().split('\n').at(-1) }).toEqual({
        code: 0,
        last: '3 of 3 rows agree, 0 blocked executions',
      });
    });

    it('disagree about races, and with rows of RC11 as published', async () => {
      const wrong = write('c/wrong.tsv', rows.join('\n').replace('race', '-'));
      expect(await fencepost(['litmus', RACE, '--model', 'rc11', '--expect', wrong])).toMatchObject({
        code: 1,
        out: expect.stringContaining('MP+na.litmus rc11: a data race, expected none') as string,
      });
      const published = write('c/published.tsv', rows.join('\n').replaceAll('rc11-cpp20', 'rc11'));
      expect(await fencepost(['litmus', MP, '--model', 'rc11', '--expect', published])).toMatchObject({
        code: 1,
        out: expect.stringContaining('MP+rlx.litmus rc11: no such row in the expected results') as string,
      });
      const unknown = write('c/unknown.tsv', rows.join('\n').replace('race', 'maybe'));
      const { err } = await fencepost(['litmus', MP, '--model', 'rc11', '--expect', unknown]);
      expect(err).toMatch(/unknown\.tsv:1: this is not a row of expected results \[USAGE\]/);
    });

    it('can be checked as programs', async () => {
      const { code, out } = await fencepost(['check', RACE, '--model', 'sc']);
      expect(code).toBe(0);
      expect(out).toMatch(/data race on x/);
    });

    it('are described in terms of C', async () => {
      const { out } = await fencepost(['check', MP, '--model', 'pso']);
      expect(out.replaceAll(/\s+/g, ' ')).toMatch(
        /Fix .*: atomic_thread_fence\(memory_order_release\), or a release store/,
      );
      const { out: underRc11 } = await fencepost(['check', MP, '--model', 'rc11']);
      expect(underRc11).toMatch(/Fix +memory_order_release at line 5 forbids/);
    });

    it('are the only ones that RC11 is for', async () => {
      expect(await fencepost(['litmus', SB, MP, '--model', 'sc,rc11'])).toEqual({
        code: 2,
        out: '',
        err: `${SB}:1:1: RC11 is a model of C, and this is a test of X86_64 instructions [MODEL_UNSUPPORTED]
  hint: models for it are sc, ibm370, tso, pso, pslo
`,
      });
      const checked = await fencepost(['check', SB, '--model', 'arm64']);
      expect(checked.code).toBe(2);
      expect(checked.err).toMatch(
        /SB\.litmus:1:1: ARMv8 is a model of AArch64, and this is a test of X86_64 instructions/,
      );
    });

    it('of other dialects are refused, with the supported ones', async () => {
      const power = write('power/A.litmus', 'PPC A\n{}\n P0 ;\n nop ;\nexists (x=1)\n');
      const { code, err } = await fencepost(['litmus', power]);
      expect(code).toBe(2);
      expect(err).toBe(`${power}:1:1: litmus tests for PPC are not supported [LITMUS_UNSUPPORTED]
  hint: supported are X86_64, X86, C and AArch64
`);
    });
  });

  describe('tests of AArch64', () => {
    const LB = `AArch64 LB
{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }
 P0          | P1          ;
 LDR W0,[X1] | LDR W0,[X1] ;
 MOV W2,#1   | MOV W2,#1   ;
 STR W2,[X3] | STR W2,[X3] ;
exists (0:X0=1 /\\ 1:X0=1)
`;

    it('are enumerated, with load buffering and without', async () => {
      const { code, out } = await fencepost(['litmus', write('lb/LB.litmus', LB)]);
      expect(code).toBe(0);
      expect(out.trimEnd().split('\n')).toEqual([
        'LB  sc       forbidden  Never 0 3        3 executions',
        '    arm64    forbidden  Never 0 3        3 executions',
        '    aarch64  allowed    Sometimes 1 3    4 executions, 1 not SC',
        '1 test, 3 checks: 10 executions',
      ]);
    });

    it('are for models of machines that run them', async () => {
      const { code, err } = await fencepost(['litmus', write('lb/LB.litmus', LB), '--model', 'tso']);
      expect(code).toBe(2);
      expect(err).toMatch(
        /TSO is not a model of AArch64 \[MODEL_UNSUPPORTED\]\n {2}hint: models for it are sc, arm64, aarch64/,
      );
    });

    it('are not checked', async () => {
      const { code, err } = await fencepost(['check', write('lb/LB.litmus', LB)]);
      expect(code).toBe(2);
      expect(err).toMatch(/the explorers cannot run AArch64 instructions \[LITMUS_UNSUPPORTED\]/);
    });
  });

  it('reports all files with errors, each with its place, and runs nothing', async () => {
    write('broken/a.litmus', 'X86_64 A\n{ x; }\n P0 ;\n movb $1,(x) ;\nexists (x=1)\n');
    write('broken/b.litmus', 'X86_64 B\n{ x; }\n P0 ;\n movq $1,x ;\nexists (x=1)\n');
    const { code, out, err } = await fencepost(['litmus', SB, join(folder, 'broken')]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/a\.litmus:4:2: movb accesses 8 bits.* \[LITMUS_UNSUPPORTED\]\n {2}hint: /);
    expect(err).toMatch(/b\.litmus:4:10: found the variable 'x'.* \[LITMUS_SYNTAX\]\n {2}hint: write \(x\)\n/);
  });

  it('shows progress on a terminal only, and leaves nothing of it', async () => {
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000));
    const { err } = await fencepost(['litmus', SB], { errIsTerminal: true });
    expect(err).toMatch(/^1\/3 checks, 1\.0\/s, 2 s left\r/);
    expect(err).toMatch(/\r\x1b\[2K$/);
    expect((await fencepost(['litmus', SB])).err).toBe('');
  });
});

describe('fencepost litmus --method monitor', () => {
  const pairs = `${SB}:6:18 before ${SB}:4:2, ${SB}:6:2 before ${SB}:4:18`;

  it('says for each test and model whether it is robust, and sums up', async () => {
    expect(await fencepost(['litmus', TESTS, '--method', 'monitor'])).toEqual({
      code: 0,
      err: '',
      out: `SB          tso  not robust   3 SC executions, 2 violations: ${pairs}
SB          pso  not robust   3 SC executions, 2 violations: ${pairs}
SB+mfences  tso  robust       3 SC executions
SB+mfences  pso  robust       3 SC executions
not robust: tso 1, pso 1 of 2
`,
    });
  });

  it('takes the models in the order given, and does not sum up a single test', async () => {
    const both = await fencepost(['litmus', TESTS, '--method', 'monitor', '--model', 'pso,tso']);
    expect(both.out).toMatch(/^not robust: pso 1, tso 1 of 2\n$/m);
    const one = await fencepost(['litmus', FENCED, '--method', 'monitor', '--model', 'pso']);
    expect(one.out).toBe('SB+mfences  pso  robust       3 SC executions\n');
  });

  it('prints the cycle of each violation in json', async () => {
    const { code, out } = await fencepost(['litmus', SB, '--method', 'monitor', '--model', 'tso', '--format', 'json']);
    expect(code).toBe(0);
    const { checks } = JSON.parse(out) as { checks: { violations: ViolationReport[] }[] };
    const { violations, ...check } = checks[0]!;
    expect(check).toEqual({ source: SB, test: 'SB', model: 'tso', method: 'monitor', robust: false, executions: 3 });
    const told = violations.map(({ operation, write, counterexample: { cycle, story } }) => ({
      operation,
      write,
      cycle: cycle.map(({ from, to, kind }) => [story.steps[from]!.label, story.steps[to]!.label, kind]),
    }));
    const [p0Store, p0Load, p1Store, p1Load] = [`${SB}:4:2`, `${SB}:6:2`, `${SB}:4:18`, `${SB}:6:18`];
    const ways = [
      [p0Store, p0Load, 'program order'],
      [p0Load, p1Store, 'from-read'],
      [p1Store, p1Load, 'program order'],
      [p1Load, p0Store, 'from-read'],
    ];
    expect(told).toEqual([
      { operation: p1Load, write: p0Store, cycle: ways },
      { operation: p0Load, write: p1Store, cycle: [...ways.slice(2), ...ways.slice(0, 2)] },
    ]);
  });

  it('leaves out of a cycle the operations between two operations of a thread', async () => {
    const test = write(
      'other/long.litmus',
      `X86_64 long
{ x; y; a; b; }
 P0            | P1            ;
 movq $1,(x)   | movq $1,(y)   ;
 movq (a),%rbx | movq (b),%rbx ;
 movq (y),%rax | movq (x),%rax ;
exists (0:rax=0)
`,
    );
    const { out } = await fencepost(['litmus', test, '--method', 'monitor', '--model', 'tso', '--format', 'json']);
    const { checks } = JSON.parse(out) as { checks: { violations: ViolationReport[] }[] };
    const { cycle, story } = checks[0]!.violations[0]!.counterexample;
    expect(cycle.map(({ from }) => story.steps[from]!.site!.line)).toEqual([4, 6, 4, 6]);
  });
});

describe('fencepost litmus --expect', () => {
  const expected = write('tests/expected.tsv', `# file\tmodel\t…\n${ROWS.join('\n')}\n`);
  const args = ['litmus', TESTS, '--model', 'sc,tso', '--expect'];
  const lines = (text: string): string[] => text.trimEnd().split('\n');

  it('agrees', async () => {
    const { code, out } = await fencepost([...args, expected]);
    expect(code).toBe(0);
    expect(lines(out)).toHaveLength(5);
    expect(lines(out).at(-1)).toBe('4 of 4 rows agree, 0 blocked executions');
  });

  it('finds the rows of files below PATH if the expectations lie elsewhere', async () => {
    const elsewhere = write('elsewhere/rows.tsv', ROWS.join('\n'));
    expect((await fencepost([...args, elsewhere])).code).toBe(0);
    expect((await fencepost(['litmus', FENCED, '--model', 'tso', '--expect', expected])).code).toBe(0);
  });

  it('lists each disagreement and fails', async () => {
    const wrong = [
      ROWS[0]!.replace('\t0\t3\t', '\t2\t5\t'),
      ROWS[1]!.replace('0:rax=0; 1:rax=0;', '0:rax=7; 1:rax=7;'),
      ROWS[2]!,
    ];
    const { code, out } = await fencepost([...args, write('wrong.tsv', wrong.join('\n'))]);
    expect(code).toBe(1);
    expect(lines(out).slice(4)).toEqual([
      `${SB} sc: 0 witnesses, expected 2`,
      `${SB} sc: 3 executions, expected 5`,
      `${SB} tso: final states not found: 0:rax=7; 1:rax=7; not expected: 0:rax=0; 1:rax=0;`,
      '1 of 3 rows agree, 0 blocked executions; 1 test without a row',
    ]);
  });

  it('fails if it has no row for a model', async () => {
    const { code, out } = await fencepost([
      ...args,
      write('sc.tsv', ROWS.filter((row) => row.includes('\tsc\t')).join('\n')),
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(/ tso: no such row in the expected results\n/);
  });

  it('reports in json, too', async () => {
    const wrong = write('wrong.tsv', [ROWS[0]!.replace('\t0\t', '\t2\t'), ...ROWS.slice(1)].join('\n'));
    const { code, out } = await fencepost([...args, wrong, '--format', 'json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      expected: {
        rows: 4,
        agree: 3,
        disagreements: [{ source: SB, model: 'sc', what: 'witnesses', expected: 2, found: 0 }],
      },
    });
  });

  it('refuses a file that is something else', async () => {
    const { code, err } = await fencepost([...args, write('bad.tsv', '# fine\nSB.litmus\tsc\tmany\t3\t\n')]);
    expect(code).toBe(2);
    expect(err).toMatch(/bad\.tsv:2: this is not a row of expected results \[USAGE\]/);
  });
});
