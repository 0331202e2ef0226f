import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missing, recorded, sampled } from '../truth/cases.js';
import type { Row } from '../truth/results.js';
import { Results } from '../truth/results.js';
import type { Case } from '../truth/set.js';
import { SETS } from '../truth/sets.js';
import { summaryOf } from '../truth/summary.js';
import { isWrong } from '../truth/verdicts.js';

// The sets themselves are not part of this repository: each adapter reads a small folder in the form of its set.

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-truth-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function casesOf(set: string, files: Readonly<Record<string, string>>): [id: string, expected: string][] {
  const { cases } = SETS.find(({ name }) => name === set)!;
  return cases(folderWith(files)).map(({ id, expected }) => [id, expected]);
}

const THREADS = 'int main() { pthread_create(); }';

describe('cases of a set', () => {
  it('of SV-COMP have a property each, and those without a verdict are omitted', () => {
    const definition = (verdict: string): string =>
      `format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: race.prp\n${verdict}  - property_file: calls.prp\n    expected_verdict: false\n`;
    const files = { 'race.prp': 'G ! data-race', 'calls.prp': 'G ! call(reach_error())', 'a.c': '' };
    expect(casesOf('svcomp', { ...files, 'a.yml': definition('    expected_verdict: true\n') })).toEqual([
      ['a no-data-race', 'true'],
      ['a unreach-call', 'false'],
    ]);
    expect(casesOf('svcomp', { ...files, 'a.yml': definition('') })).toEqual([['a unreach-call', 'false']]);
  });

  it('of SV-COMP by name are those that need no header', () => {
    const files = { 'p/a_true-unreach-call.i': '', 'p/b_false-unreach-call.c': '#include <x.h>', 'p/c.i': '' };
    expect(casesOf('svcomp-names', files)).toEqual([['p/a_true-unreach-call.i', 'true']]);
  });

  it('of Nidhugg have a number of traces', () => {
    const files = { 'reference.results.txt': '# comment\n\nMP Forbid : 3\nSB Allow : 4\n' };
    expect(casesOf('nidhugg', files)).toEqual([
      ['MP', 'safe 3'],
      ['SB', 'fails 4'],
    ]);
  });

  it('of GenMC have a number of executions for the flags of each line, unless its options change the number', () => {
    const files = {
      'correct/litmus/SB/variants/sb0.c': '',
      'correct/litmus/SB/expected.rc11.mo.in': '4\n',
      'correct/litmus/SB/expected.imm.mo.in': '4\n',
      'correct/synthetic/inc/variants/inc0.c': '',
      'correct/synthetic/inc/args.rc11.mo.in':
        '  | -DN=2\n-disable-ipr | -DN=3\n-unroll=3 | -DN=4\n-disable-ipr | -DN=2\n',
      'correct/synthetic/inc/expected.rc11.mo.in': '2\n6\n24\n2\n',
      // Its arguments are missing.
      'correct/synthetic/inc/expected.sc.mo.in': '2\n6\n24\n',
      'correct/synthetic/barrier/variants/barrier0.c': 'pthread_barrier_wait(&b);',
      'correct/synthetic/barrier/expected.rc11.mo.in': '1\n',
      'wrong/racy/one/variants/one0.c': '',
      'wrong/fs/two/variants/two0.c': '',
    };
    expect(casesOf('genmc', files)).toEqual([
      ['rc11 correct/litmus/SB', 'safe 4'],
      ['rc11 correct/synthetic/inc -DN=2', 'safe 2'],
      ['rc11 correct/synthetic/inc -DN=3', 'safe 6'],
      ['rc11 wrong/racy/one/variants/one0.c', 'fails'],
    ]);
  });

  it('of Goblint race if a line says so, unless options change what a race is', () => {
    const files = {
      'a/1.c': `${THREADS}\nx++; // RACE!\ny++; // NORACE`,
      'a/2.c': `${THREADS}\nx++; // NORACE`,
      'a/3.c': `${THREADS}\nx++; // RACE (may be one)\ny++; // NORACE`,
      'a/4.c': `// PARAM: --disable ana.race.free\n${THREADS}\nfree(x); // NORACE`,
      'a/5.c': `${THREADS}\nx++; // RACE! TODO`,
      'a/6.c': 'x++; // NORACE',
    };
    expect(casesOf('goblint', files)).toEqual([
      ['a/1.c', 'false'],
      ['a/2.c', 'true'],
    ]);
  });

  it('of Dartagnan in C have a row for each model of ours, and macros for variants', () => {
    const tests = 'dartagnan/src/test/java/com/dat3m/dartagnan/llvm';
    const files = {
      'benchmarks/locks/mutex.c': '',
      'benchmarks/locks/mutex.h': '#ifdef ACQ2RX',
      'benchmarks/locks/clh.c': '',
      'benchmarks/locks/clh.h': '#ifdef FAIL',
      [`${tests}/CLocksTest.java`]:
        'getTestResourcePath("locks/" + name + ".ll")\n {"mutex", TSO, UNKNOWN},\n {"mutex-acq2rx_lock", ARM8, FAIL},\n {"mutex", POWER, PASS},\n {"none", TSO, PASS},\n {"clh-acq2rx", ARM8, FAIL, 1},\n',
      [`${tests}/LivenessTest.java`]: ' {"locks/mutex-rel2rx_futex", ARM8, FAIL},\n',
      [`${tests}/LKMMTest.java`]: ' {"locks/mutex", LKMM, FAIL},\n',
    };
    const { cases } = SETS.find(({ name }) => name === 'dartagnan-c')!;
    const flags = cases(folderWith(files)).map(({ id, expected, question }) => [
      id,
      expected,
      question.kind === 'executions' ? question.flags.filter((flag) => flag.startsWith('-D')).join() : '',
      question.kind === 'executions' ? (question.only ?? 'any') : '',
    ]);
    expect(flags).toEqual([
      ['tso CLocks mutex', 'safe', '', 'any'],
      ['arm64 CLocks mutex-acq2rx_lock', 'fails', '-DACQ2RX', 'any'],
      ['arm64 CLocks clh-acq2rx', 'fails', '-DFAIL', 'any'],
      ['arm64 Liveness locks/mutex-rel2rx_futex', 'fails', '-DREL2RX_FUTEX', 'deadlock'],
    ]);
  });

  it('of GenMC and ESBMC name folders and further sources from their own place', () => {
    const { cases: ofGenmc } = SETS.find(({ name }) => name === 'genmc')!;
    const genmc = folderWith({
      'correct/a/variants/a0.c': '',
      'correct/a/args.rc11.mo.in': ' | -I./tests/correct/b\n',
      'correct/a/expected.rc11.mo.in': '1\n',
    });
    expect(ofGenmc(genmc)[0]!.question).toHaveProperty('flags', expect.arrayContaining([`-I${genmc}/correct/b`]));
    const { cases: ofEsbmc } = SETS.find(({ name }) => name === 'esbmc')!;
    const esbmc = folderWith({
      'a/test.desc': 'CORE\nmain.c\nother.c --no-por -Wno-error=implicit-int\n^VERIFICATION FAILED$\n',
      'a/main.c': THREADS,
      'a/other.c': '',
    });
    const { question } = ofEsbmc(esbmc)[0]!;
    expect(question).toHaveProperty('files', [join(esbmc, 'a/main.c'), join(esbmc, 'a/other.c')]);
    expect(question).toHaveProperty('flags', expect.arrayContaining(['-Wno-error=implicit-int']));
  });

  it('of Dartagnan are the tests that are shipped, under the model of their table', () => {
    const table = (model: string): string => `dartagnan/src/test/resources/${model}-expected.csv`;
    const files = {
      [table('ARM8')]: 'a.litmus,1\ngone.litmus,1\n',
      [table('TSO')]: 'a.litmus,0\n',
      [table('RC11')]: '',
    };
    expect(casesOf('dartagnan-litmus', { ...files, 'a.litmus': '' })).toEqual([
      ['aarch64 a.litmus', 'holds'],
      ['tso a.litmus', 'does not hold'],
    ]);
  });

  it('of SCTBench and Ultimate say in their name or text whether they fail', () => {
    expect(casesOf('sctbench', { 'a_bad.c': '', 'b_ok.c': '', 'c.c': '' })).toEqual([
      ['a_bad.c', 'fails'],
      ['b_ok.c', 'safe'],
    ]);
    expect(casesOf('ultimate', { 'a.c': '//#Unsafe\n', 'b.c': '//#Safe\n//@ assert x;\n', 'c.c': '' })).toEqual([
      ['a.c', 'fails'],
    ]);
  });

  it('of ESBMC are safe only without a bound, and those about other errors are omitted', () => {
    const description = (kind: string, options: string, result: string): string =>
      `${kind}\nmain.c\n${options}\n^VERIFICATION ${result}$\n`;
    const files = {
      'a/test.desc': description('CORE', '--context-bound 2', 'FAILED'),
      'b/test.desc': description('CORE', '--context-bound 2', 'SUCCESSFUL'),
      'c/test.desc': description('CORE', '--no-por', 'SUCCESSFUL'),
      'd/test.desc': description('KNOWNBUG', '', 'FAILED'),
      'e/test.desc': description('CORE', '--overflow-check', 'FAILED'),
      // The loop may go on; that is the failure.
      'f/test.desc': description('CORE', '--unwind 2', 'FAILED'),
      'g/test.desc': description('CORE', '--unwind 2 --no-unwinding-assertions', 'FAILED'),
    };
    const sources = Object.fromEntries('abcdefg'.split('').map((name) => [`${name}/main.c`, THREADS]));
    expect(casesOf('esbmc', { ...files, ...sources })).toEqual([
      ['a', 'fails'],
      ['c', 'safe'],
      ['g', 'fails'],
    ]);
  });
});

const row = (id: string, answer: string | null, expected = 'true', detail = ''): Row => ({
  ...{ set: 'svcomp', id, expected, answer, detail, seconds: 1, commit: 'abc' },
});

describe('results', () => {
  const question = { kind: 'litmus', file: '', model: 'sc' } as const;
  const cases = ['a', 'b', 'c', 'd'].map((id): Case => ({ id, expected: 'true', question }));

  it('of cases that were run are kept, and only the others are run', () => {
    const file = join(folderWith({}), 'svcomp.jsonl');
    const first = new Results(file);
    expect(missing(cases, first)).toEqual(cases);
    first.add(row('a', 'true'));
    first.add(row('c', null));
    // The run was killed while it wrote.
    appendFileSync(file, '{"set":"svcomp","id":"b"');
    const second = new Results(file);
    expect(missing(cases, second).map(({ id }) => id)).toEqual(['b', 'd']);
    expect(recorded(cases, second).map(({ id }) => id)).toEqual(['a', 'c']);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
  });

  it('are of a sample that is evenly spread', () => {
    expect(sampled(cases, 2).map(({ id }) => id)).toEqual(['a', 'c']);
    expect(sampled(cases, 9)).toEqual(cases);
  });

  it('are summed up: causes of undecided ones without names and numbers, and every wrong one', () => {
    const rows = [
      row('a', 'true'),
      row('b', 'false', 'false valid-free'),
      row('c', 'false'),
      row('d', null, 'true', 'the search ended after 10 executions'),
      row('e', null, 'true', 'the search ended after 20 executions'),
    ];
    expect(summaryOf(rows).split('\n')).toEqual([
      '5 cases: 2 right, 1 wrong, 2 undecided; 5 s',
      "-13 points by SV-COMP's rules",
      '      2  the search ended after N executions',
      'WRONG  c: false, expected true',
    ]);
  });

  it('a difference of definition is explained, and any other answer to that case is wrong', () => {
    const difference = (answer: string, expected: string): Row => ({
      ...row('rc11 litmus/C11/manual/imm-R2.litmus', answer, expected),
      set: 'dartagnan-litmus',
    });
    const explained = [difference('holds', 'does not hold')];
    expect(summaryOf(explained)).toMatch(
      /^1 cases: 0 right, 0 wrong, 1 explained, 0 undecided.*\nEXPLAINED {2}rc11 .*P0982R1/,
    );
    expect(isWrong(explained[0]!)).toBe(false);
    expect(isWrong(difference('does not hold', 'holds'))).toBe(true);
    expect(isWrong({ ...explained[0]!, id: 'another' })).toBe(true);
    const misaligned = (distance: string): Row => ({
      ...explained[0]!,
      id: `aarch64 litmus/AARCH64/mixed/MP+misaligned2+${distance}+addr.litmus`,
    });
    expect([isWrong(misaligned('15x')), isWrong(misaligned('0x'))]).toEqual([false, true]);
  });
});
