import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import { GRAMMAR, sentenceOf } from '../packages/fencepost/src/cli/claim/grammar.js';

const CODES = { yes: 0, no: 1, undecided: 3, refused: 2 } as const;
const fixture = (name: string): string => `test/fixtures/claims/${name}`;

/** Sentences, and what is true. */
const TABLE: readonly (readonly [file: string, sentence: string, answer: keyof typeof CODES])[] = [
  ['message.c', 'line 9 can be relaxed', 'no'],
  ['message.c', 'line 9 can be relaxed under tso', 'yes'],
  ['message.c', 'line 9 can be release', 'yes'],
  ['message.c', 'line 9 can be seq_cst', 'yes'],
  ['message.c', 'line 16 can be relaxed', 'no'],
  ['message.c', 'line 16 can be acquire.', 'yes'],
  ['message.c', 'line 10 can be relaxed', 'yes'],
  ['message.c', 'line 17 can be relaxed', 'yes'],
  ['message.c', 'line 17 can be acq_rel under rc11', 'yes'],
  ['message.c', 'line 9 can be acquire', 'refused'],
  ['message.c', 'line 16 can be release', 'refused'],
  ['message.c', 'line 8 can be relaxed', 'refused'],
  ['message.c', 'line 99 can be relaxed', 'refused'],
  ['message.c', 'line 9 needs no fence', 'refused'],
  ['message.c', 'sum ends as 2', 'yes'],
  ['message.c', 'sum always ends as 1', 'no'],
  ['message.c', 'got ends as 42', 'no'],
  ['message.c', 'got can end as 42', 'yes'],
  ['message.c', 'got can end as 0', 'yes'],
  ['message.c', 'got can end as 7', 'no'],
  ['message.c', 'got is never 7', 'yes'],
  ['message.c', 'got is never 42', 'no'],
  ['message.c', 'got and data are never both 42', 'no'],
  ['message.c', 'no data race', 'yes'],
  ['message.c', 'there is no deadlock', 'yes'],
  ['message.c', 'it is safe', 'yes'],
  ['message.c', 'no assertion fails', 'yes'],
  ['message.c', 'nowhere is never 1', 'refused'],
  ['message.c', 'main is never 1', 'refused'],
  // No double has these values.
  ['large.c', 'large ends as 9007199254740993', 'yes'],
  ['large.c', 'large is never 9007199254740992', 'yes'],
  ['large.c', 'largest ends as 18446744073709551615', 'yes'],
  // Several operations, or one in a macro: an answer about one of them would mislead.
  ['lines.c', 'line 9 can be relaxed', 'refused'],
  ['lines.c', 'line 10 can be relaxed', 'refused'],
  ['lines.c', 'line 11 can be relaxed', 'yes'],
  ['lines.c', 'line 15 can be relaxed', 'no'],
  ['dekker.c', 'a and b are never both 1', 'yes'],
  ['dekker.c', 'a and b are never both 0', 'no'],
  ['dekker.c', 'x, y and a are never all 1', 'no'],
  ['dekker.c', 'line 7 needs no fence', 'no'],
  ['dekker.c', 'line 15 needs no fence under tso', 'no'],
  ['dekker.c', 'line 7 needs no fence under sc', 'yes'],
  ['dekker.c', 'line 7 can be acq_rel', 'no'],
  ['dekker.c', 'line 6 needs no fence', 'refused'],
  ['dekker.c', 'it is robust under sc, tso', 'yes'],
  ['put.c', 'put.h:6 can be relaxed', 'no'],
  ['put.c', 'line put.h:6 can be seq_cst', 'yes'],
  ['put.c', 'line 13 can be relaxed', 'no'],
  ['put.c', 'put.h:5 can be relaxed', 'refused'],
  ['put.c', 'message.c:9 can be relaxed', 'refused'],
  ['put.c', 'put.h:6 needs no fence', 'refused'],
  ['MP.litmus', 'MP.litmus:5 can be relaxed', 'refused'],
  ['locks.c', 'no deadlock', 'no'],
  ['locks.c', 'it is safe', 'no'],
  ['locks.c', 'no data race', 'undecided'],
  ['locks.c', 'n ends as 2', 'undecided'],
  ['counter.c', 'add and get are linearizable', 'yes'],
  ['counter.c', 'add, slow and get are linearizable', 'no'],
  ['counter.c', 'slow is linearizable', 'no'],
  ['counter.c', 'add and take are linearizable', 'refused'],
  ['box.cpp', 'line 9 can be release', 'yes'],
  ['box.cpp', 'line 9 can be relaxed', 'no'],
  ['box.cpp', 'line 11 can be acquire', 'yes'],
  ['box.cpp', 'letter ends as 7', 'yes'],
  ['SB.litmus', '0:rax and 1:rax are never both 0', 'yes'],
  ['SB.litmus', '0:rax and 1:rax are never both 1', 'no'],
  ['SB.litmus', '0:rax can end as 0 under tso', 'yes'],
  ['SB.litmus', 'x ends as 1', 'yes'],
  ['SB.litmus', 'line 5 needs no fence', 'no'],
  ['SB.litmus', 'line 5 needs no fence under sc', 'yes'],
  ['MP.litmus', 'line 5 can be relaxed', 'no'],
  ['MP.litmus', 'line 9 can be acquire', 'yes'],
  ['MP.litmus', 'no data race under rc11', 'yes'],
  ['counter.check.ts', 'it is safe', 'yes'],
  ['counter.check.ts', 'line 5 can be relaxed', 'refused'],
  ['counter.check.ts', 'add is linearizable', 'refused'],
];

describe('fencepost claim', { timeout: 120_000 }, () => {
  it('has a table of more than sixty', () => {
    expect(TABLE.length).toBeGreaterThan(60);
  });

  it.each(TABLE)('%s: %s: %s', async (file, sentence, answer) => {
    const { code, out, err } = await fencepost(['claim', fixture(file), sentence]);
    expect({ code, err: answer === 'refused' ? '' : err }).toEqual({ code: CODES[answer], err: '' });
    if (answer === 'refused') expect(err).toMatch(/\[[A-Z_]+\]/);
    else expect(out).toMatch(new RegExp(`^${answer} ${fixture(file)}: `));
    // What is refuted is shown, without the folder of the copy.
    if (answer === 'no') expect(out.split('\n').length).toBeGreaterThan(sentence.includes('can end as') ? 1 : 2);
    expect(out).not.toContain('fencepost-claim-');
  });

  it('shows the execution that refutes a claim', async () => {
    const { out } = await fencepost(['claim', fixture('message.c'), 'line 9 can be relaxed under rc11']);
    expect(out).toMatch(/^no .*\n {2}test\/fixtures\/claims\/message\.c:\d+ data-race: /);
    expect(out).toMatch(/\n {2}thread 1, line 9: flag = 1\n/);
  });

  it('says that values are those at the end, and what they were', async () => {
    const never = await fencepost(['claim', fixture('message.c'), 'got is never 7']);
    expect(never.out).toMatch(/^yes .*\n {2}at the end of the program; variables may have these values before\n$/);
    const can = await fencepost(['claim', fixture('message.c'), 'got can end as 42']);
    expect(can.out).toContain('assertion failed: at the end, got is not 42');
    // The assertion is in no line of the file.
    const { length } = readFileSync(fixture('message.c'), 'utf8').trimEnd().split('\n');
    for (const [, line] of can.out.matchAll(/message\.c:(\d+)|line (\d+)/g))
      expect(Number(line ?? 0)).toBeLessThanOrEqual(length);
  });

  it('names the header of a line, the files of a program, and a variable that does not exist', async () => {
    const folder = fixture('put.c').replace('put.c', '');
    const { out } = await fencepost(['claim', fixture('put.c'), 'put.h:6 can be relaxed']);
    expect(out).toContain('put.h:6 is not a release store');
    const other = await fencepost(['claim', fixture('put.c'), 'message.c:9 can be relaxed']);
    expect(other.err.replaceAll(/\s+/g, ' ')).toContain(
      `${folder}put.c does not include message.c [USAGE] hint: its files are ${folder}put.c, ${folder}put.h`,
    );
    const unknown = await fencepost(['claim', fixture('message.c'), 'nowhere is never 1']);
    expect(unknown.err).toContain('message.c has no global variable nowhere [USAGE]');
  });

  it('refuses claims about values of a program that ends at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fencepost-claim-test-'));
    const file = join(folder, 'exits.c');
    writeFileSync(file, '#include <stdlib.h>\nint a;\nint main(void) { a = 1; _Exit(0); }\n');
    const { code, err } = await fencepost(['claim', file, 'a is never 1']);
    rmSync(folder, { recursive: true });
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('the program calls _Exit') as string });
  });

  it.each([
    ['pair is never 1', 'pair is not a number'],
    ['row ends as 0', 'row is an array'],
    ['row[0] ends as 0', ''],
    ['set is linearizable', 'set takes or returns something other than integers'],
    ['get and sum are linearizable', 'get takes or returns something other than integers'],
  ])('refuses values that are no numbers: %s', async (sentence, message) => {
    const folder = mkdtempSync(join(tmpdir(), 'fencepost-claim-'));
    const file = join(folder, 'values.c');
    writeFileSync(
      file,
      `struct pair { int a, b; };
struct pair pair;
int row[2];
void set(struct pair p) { pair = p; }
struct pair get(void) { return pair; }
int sum(int v[2]) { return v[0] + v[1]; }
int main(void) { return 0; }
`,
    );
    const { code, err } = await fencepost(['claim', file, sentence]);
    expect([code, err]).toEqual(message === '' ? [0, ''] : [2, expect.stringContaining(message)]);
    expect(err).not.toContain('error:');
    rmSync(folder, { recursive: true });
  });

  it('can begin with a capital', async () => {
    const { code, out } = await fencepost(['claim', 'examples/c/message.c', 'No Deadlock under SC']);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^yes /) as string });
  });

  it('is decided by joint states if there are too many executions', async () => {
    const asked = ['claim', fixture('ring.c'), 'no assertion fails', '--model', 'sc', '--max-executions', '200000'];
    expect(await fencepost(asked)).toMatchObject({ code: 0, out: expect.stringMatching(/^yes /) as string });
    const robust = ['claim', fixture('ring.c'), 'it is robust under x86', '--max-executions', '200000'];
    expect(await fencepost(robust)).toMatchObject({ code: 0, out: expect.stringMatching(/^yes /) as string });
    const races = ['claim', fixture('ring.c'), 'no data race under sc', '--max-executions', '200000'];
    expect(await fencepost(races)).toMatchObject({ code: 0, out: expect.stringMatching(/^yes /) as string });
  });

  it('says undecided if a change is not the reason, or the time is up', async () => {
    const failing = await fencepost(['claim', 'examples/c/message.c', 'line 24 can be relaxed']);
    expect(failing.out).toMatch(/^undecided .*\n {2}the program fails without this change, too/);
    const short = await fencepost([
      'claim',
      fixture('dekker.c'),
      'it is safe',
      '--max-executions',
      '1',
      '--model',
      'sc',
    ]);
    expect(short).toMatchObject({ code: 3, out: expect.stringMatching(/^undecided /) as string });
  });

  it('lists its grammar for what it does not understand', async () => {
    const { code, err } = await fencepost(['claim', fixture('message.c'), 'the moon is made of cheese']);
    expect(code).toBe(2);
    for (const form of GRAMMAR) expect(err.replaceAll(/\s+/g, ' ')).toContain(form);
    expect((await fencepost(['claim', fixture('message.c')])).err).toMatch(/takes a file and a sentence/);
  });

  it('understands spaces, full stops and lists', () => {
    expect(sentenceOf('  a,  b and c are never all -1. ')).toEqual({
      claim: { kind: 'never', all: [['a', -1n], ['b', -1n], ['c', -1n]] }, // prettier-ignore
      models: [],
    });
    expect(sentenceOf('it is safe under TSO and rc11').models).toEqual(['tso', 'rc11']);
  });

  it('leaves no folder behind', () => {
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('fencepost-claim-'))).toEqual([]);
  });
});
