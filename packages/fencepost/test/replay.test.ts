import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckReport } from '@fencepost/report';
import { afterAll, describe, expect, it } from 'vitest';
import { fencepost, typing } from '@fencepost/testing/terminal';

const fixture = (name: string): string => `${import.meta.dirname}/fixtures/${name}`;
const messagePassing = fixture('message-passing.mjs');

/** What check says about a program. */
async function checked(file: string, ...more: string[]): Promise<CheckReport> {
  const { out } = await fencepost(['check', file, '--format', 'json', '--no-config', ...more]);
  return (JSON.parse(out) as { checks: [CheckReport] }).checks[0];
}

const folder = mkdtempSync(join(tmpdir(), 'fencepost-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('replay shows the findings of check', () => {
  it('with all lines of a message, none of which steers the terminal', async () => {
    const file = join(folder, 'lines.mjs');
    writeFileSync(
      file,
      `import { assert, program, store } from '${import.meta.dirname}/../src/index.ts';
      export default program('lines', (p) => {
        const x = p.variable('x');
        p.thread('a', function* () {
          yield store(x, 1);
          assert(false, 'expected\\n  1\\ngot \\u001b[31m0');
        });
      });`,
    );
    const { schedule } = await checked(file, '--model', 'sc');
    const { out } = await fencepost(['replay', file, schedule!]);
    const ending = ['fails: expected … (in a)', '  expected', '    1', '  got \ufffd[31m0'].join('\n');
    expect(out).toContain(`fails: expected …\n${ending}\n`);
    const stepped = await fencepost(['replay', file, schedule!, '--step'], { input: typing(['1\n']) });
    expect(stepped.out).toContain(`\n${ending}\n`);
  });

  it('as a table', async () => {
    const { schedule } = await checked(messagePassing, '--model', 'pso');
    expect(schedule).toMatch(/^fp1:1x2\.1c1\.2x2~\w{3}$/);
    const { code, out, err } = await fencepost(['replay', messagePassing, schedule!, '--model', 'pso']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const lines = out.split('\n');
    expect(lines[0]).toBe(`${messagePassing}: message passing under pso`);
    expect(lines[1]).toMatch(/^sender +receiver$/);
    expect(out).toMatch(/receiver#1 {2}data → 0 {2}\(sender#0 has not reached memory\)\n/);
    expect(out).toContain('\nfails: the flag came before the data (in receiver)\n\nNot possible under SC:\n');
  });

  it.each([
    [
      'an assertion',
      'message-passing.mjs',
      ['--model', 'pso'],
      /^fails: the flag came before the data \(in receiver\)$/m,
    ],
    ['a crash', 'two-failures.mjs', ['--model', 'sc'], /^fails: crash: not made for this \(in right\)$/m],
    ['a check of the end', 'lost-update.mjs', ['--model', 'tso'], /^fails: an update is lost$/m],
    [
      'a deadlock',
      'deadlock.mjs',
      ['--model', 'tso'],
      /^fails: deadlock: there waits to lock b at there#1, back waits/m,
    ],
    [
      'a data race',
      'races.mjs',
      ['--model', 'pso', '--races'],
      /^fails: data race on forgotten: store at counters\.c/m,
    ],
  ])('%s', async (_what, file, options, message) => {
    const { schedule } = await checked(fixture(file), ...options);
    const { code, out } = await fencepost(['replay', fixture(file), schedule!, ...options]);
    expect(out).toMatch(message);
    expect(code).toBe(1);
  });

  it('an execution that is not SC and does not fail', async () => {
    const { schedule } = await checked(fixture('benign.mjs'), '--model', 'tso');
    const { code, out } = await fencepost(['replay', fixture('benign.mjs'), schedule!, '--model', 'tso']);
    expect(code).toBe(0);
    expect(out).toMatch(/\nthe (execution|schedule) ends without a failure.*\n\nNot possible under SC:\n/);
  });

  it('the condition of a litmus test', async () => {
    const file = join(folder, 'SB.litmus');
    const text = `X86_64 SB
{ uint64_t x; uint64_t y; }
 P0            | P1            ;
 movq $1,(x)   | movq $1,(y)   ;
 movq (y),%rax | movq (x),%rax ;
~exists (0:rax=0 /\\ 1:rax=0)
`;
    writeFileSync(file, text);
    const { schedule } = await checked(file, '--model', 'tso');
    const { code, out } = await fencepost(['replay', file, schedule!, '--model', 'tso']);
    expect(out).toMatch(/^fails: the condition does not hold: .*$/m);
    expect(code).toBe(1);
  });

  it('that nothing fails', async () => {
    const { code, out } = await fencepost(['replay', messagePassing, 'fp1:1x2.2x2']);
    expect(code).toBe(0);
    expect(out).toMatch(/\nthe execution ends without a failure\n$/);
  });

  it('that the schedule ends before the program', async () => {
    const { code, out } = await fencepost(['replay', messagePassing, 'fp1:1.2']);
    expect(code).toBe(0);
    expect(out).toMatch(/\nthe schedule ends without a failure, before the program ends: sender could continue\n$/);
  });

  it('as a list in a narrow terminal', async () => {
    const { out } = await fencepost(['replay', messagePassing, 'fp1:1x2.2x2'], { columns: 34 });
    expect(out.split('\n').slice(1, 4)).toEqual([
      'sender      sender#0  data = 42',
      'sender      sender#1  flag = 1',
      'receiver  receiver#0  flag → 1',
    ]);
  });

  it('one of several programs', async () => {
    const { out } = await fencepost(['replay', fixture('several.mjs'), 'fp1:', '--program', 'fenced']);
    expect(out).toMatch(/several\.mjs: fenced under sc\n/);
  });
});

/** Store buffering, as it might be changed between the check and the replay. */
function variant(name: string, { value = 1, fence = '', loads = 1, above = 0 }): string {
  const file = join(folder, `${name}.mjs`);
  const thread = (own: string, other: string): string => `
  p.thread('${own}er', function* () {
    yield store(${own}, ${value});${fence}
${`    yield load(${other});\n`.repeat(loads - 1)}    return yield load(${other});
  });`;
  const text = `import { assert, fence, load, program, store } from '${import.meta.dirname}/../src/index.ts';
${'\n'.repeat(above)}export default program('sb', (p) => {
  const [x, y] = [p.variable('x'), p.variable('y')];${thread('x', 'y')}${thread('y', 'x')}
  p.after((final) => assert(final.outcome(0) + final.outcome(1) > 0, 'both are late'));
});
`;
  writeFileSync(file, text);
  return file;
}

describe('replay of a schedule for another program', () => {
  const replayed = async (file: string): Promise<string> => {
    const { schedule } = await checked(variant('original', {}), '--model', 'tso');
    const { code, err } = await fencepost(['replay', file, schedule!, '--model', 'tso']);
    return `${code} ${err}`;
  };

  it('works if nothing changed but lines', async () => {
    expect(await replayed(variant('moved', { above: 5 }))).toBe('1 ');
  });

  it('reports a different value', async () => {
    expect(await replayed(variant('value', { value: 2 }))).toMatch(
      /^2 fencepost: the program deviates from the schedule at step 1 \(1x2: xer writes x = 2, …\) \[BAD_SCHEDULE\]\n {2}hint: the program has changed, or was compiled differently/,
    );
  });

  it('reports a new operation', async () => {
    expect(await replayed(variant('fenced', { fence: ' yield fence();' }))).toMatch(
      /^2 .*step 1 of the schedule \(1x2\) is not possible: after 1 of its 2 operations, xer waits for its stores to reach memory \(at xer#1\)/,
    );
  });

  it('reports an execution that continues', async () => {
    expect(await replayed(variant('longer', { loads: 2 }))).toMatch(/^0 $/);
  });
});

describe('replay refuses', () => {
  it.each([
    [
      'nothing',
      [messagePassing],
      /replay takes a file and a schedule .*\n {2}hint: fencepost replay queue\.c fp1:1\.1-1x2/,
    ],
    ['too much', [messagePassing, 'fp1:1', 'fp1:2'], /replay takes a file and a schedule/],
    ['too many steps', [messagePassing, 'fp1:1x9'], /step 1 of the schedule \(1x9\) is not possible: after 2 of its 9/],
    [
      'a model without buffers',
      [messagePassing, 'fp1:1.1c'],
      /under SC they reach memory at once.*\n {2}hint: .*--model/,
    ],
    ['what is no schedule', [messagePassing, 'nonsense'], /a schedule begins with fp1:.*\n {2}hint: copy the whole/],
    [
      'half a step',
      [messagePassing, 'fp1:1x2.2x'],
      /step 2 of the schedule, "2x", is not a step .*\n {2}hint: .* cut off\?/,
    ],
    [
      'handles',
      [messagePassing, 'fp1:1.1025'],
      /"1025", names no thread .*\n {2}hint: .*1-2 is the second thread that/,
    ],
    ['a schedule that is cut off', [messagePassing, 'fp1:1x2.2~'], /is cut off: it has 2 steps and 0 check characters/],
    ['wrong checks', [messagePassing, 'fp1:1x2.2~!'], /"!", at the end of the schedule, are not check characters/],
    ['a wrong model', [messagePassing, 'fp1:1', '--model', 'tos'], /did you mean tso/],
    ['no file', ['nowhere.c', 'fp1:1'], /no such file/],
    [
      'several programs',
      [fixture('several.mjs'), 'fp1:'],
      /has 2 programs .*--program; its programs are 'benign', 'fenced'/s,
    ],
    [
      'a misspelt program',
      [fixture('several.mjs'), 'fp1:', '--program', 'fence'],
      /no program called 'fence'.*mean fenced\?/s,
    ],
    [
      'an unknown program',
      [messagePassing, 'fp1:', '--program', 'x'],
      /no program called 'x' .*are 'message passing'/s,
    ],
  ])('%s', async (_what, args, message) => {
    const { code, out, err } = await fencepost(['replay', ...args]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });
});

it('helps, with every option and in 80 columns', async () => {
  const { out } = await fencepost(['replay', '--help', '--all']);
  expect(out).toMatch(/^Usage: fencepost replay FILE SCHEDULE/);
  for (const option of ['model', 'program', 'step', 'unroll', 'spurious', 'fail-on-exit', 'races', 'daemon']) {
    expect(out).toContain(` --${option} `);
  }
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
