import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Counterexample } from 'fencepost';
import type { ProgramCheck } from '@fencepost/check';
import type { Report } from '@fencepost/report';
import { fencepost } from '@fencepost/testing/terminal';

const fixture = (name: string): string => `${import.meta.dirname}/fixtures/${name}`;
const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** What is printed about a search that did not come to its end. */
const MAYBE_RESUME = /^(to resume: fencepost check --resume fpr-[0-9a-f]{12}\n)?$/;

type JsonCheck = ProgramCheck & { readonly source: string; readonly program: string };

async function checkJson(name: string, ...options: string[]): Promise<{ code: number; checks: JsonCheck[] }> {
  const { code, out, err } = await fencepost(['check', fixture(name), '--format', 'json', ...options]);
  expect(err).toMatch(options.some((option) => option.startsWith('--max-executions')) ? MAYBE_RESUME : /^$/);
  return { code, checks: (JSON.parse(out) as { checks: JsonCheck[] }).checks };
}

/** Per model: verdict, robustness, harm. */
function answers(checks: readonly ProgramCheck[]): unknown[] {
  return checks.map(({ model, verdict, robust, harmful }) => [model, verdict, robust, harmful]);
}

async function text(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const { code, out, err } = await fencepost(['check', ...args]);
  expect(err).toMatch(MAYBE_RESUME);
  return {
    code,
    lines: out
      .replace(/\d+\.\d\d s$/gm, 'T s')
      .split('\n')
      .slice(0, -1),
  };
}

describe.each(['graph', 'monitor'])('fencepost check --method %s', (method) => {
  const options = ['--method', method];

  it('finds a program safe and robust', async () => {
    const { code, checks } = await checkJson('fenced.mjs', ...options);
    expect(answers(checks)).toEqual([
      ['sc', 'safe', true, false],
      ['tso', 'safe', true, false],
      ['pso', 'safe', true, false],
    ]);
    expect(checks.map(({ executions }) => executions)).toEqual([3, 3, 3]);
    expect(checks.flatMap(({ failures, violations }) => [...failures, ...violations])).toEqual([]);
    expect(code).toBe(0);
  });

  it('reports a violation that makes no check fail, unless it is allowed', async () => {
    const { code, checks } = await checkJson('benign.mjs', ...options);
    expect(answers(checks)).toEqual([
      ['sc', 'safe', true, false],
      ['tso', 'safe', false, false],
      ['pso', 'safe', false, false],
    ]);
    expect(checks.map(({ schedule }) => schedule)).toEqual([
      null,
      ...checks.slice(1).map(({ violations }) => violations[0]!.counterexample.schedule),
    ]);
    expect(code).toBe(1);
    expect((await checkJson('benign.mjs', ...options, '--allow-relaxed')).code).toBe(0);
    expect((await checkJson('benign.mjs', ...options, '--model', 'sc')).code).toBe(0);
  });

  it('distinguishes a failure under SC from one that only TSO has', async () => {
    const lost = await checkJson('lost-update.mjs', ...options, '--allow-relaxed');
    expect(answers(lost.checks)).toEqual([
      ['sc', 'failing', true, false],
      ['tso', 'failing', true, false],
      ['pso', 'failing', true, false],
    ]);
    for (const { failures } of lost.checks) {
      expect(failures).toEqual([
        {
          kind: 'assertion',
          message: 'an update is lost',
          executions: expect.any(Number) as number,
          underSc: true,
          counterexample: expect.objectContaining({ cycle: [], delays: [] }) as Counterexample,
        },
      ]);
    }
    expect(lost.code).toBe(1);

    const { code, checks } = await checkJson('store-buffering.mjs', ...options, '--allow-relaxed');
    expect(answers(checks)).toEqual([
      ['sc', 'safe', true, false],
      ['tso', 'failing', false, true],
      ['pso', 'failing', false, true],
    ]);
    expect(checks[1]!.failures).toMatchObject([
      { kind: 'assertion', message: 'both threads enter', executions: 1, underSc: false },
    ]);
    expect(checks[1]!.failures[0]!.counterexample!.delays).toEqual([{ store: 0, past: 1 }]);
    expect(checks[1]!.schedule).toMatch(/^fp1:1x2\.2\.2c\.2\.1c~/);
    expect(code).toBe(1);
  });

  it('does not need SC among the models to distinguish them', async () => {
    const { checks } = await checkJson('two-failures.mjs', ...options, '--model', 'tso');
    expect(checks[0]!.failures.map(({ message, underSc }) => [message, underSc])).toEqual([
      ['both are late', false],
      ['not made for this', true],
    ]);
  });

  it('finds failures that only PSO has', async () => {
    const { code, checks } = await checkJson('message-passing.mjs', ...options);
    expect(answers(checks)).toEqual([
      ['sc', 'safe', true, false],
      ['tso', 'safe', true, false],
      ['pso', 'failing', false, true],
    ]);
    expect(checks[2]!.failures).toMatchObject([{ message: 'the flag came before the data', thread: 'receiver' }]);
    expect(code).toBe(1);
  });

  it('finds a deadlock', async () => {
    const { code, checks } = await checkJson('deadlock.mjs', ...options, '--model', 'sc,tso');
    expect(answers(checks)).toEqual([
      ['sc', 'failing', true, false],
      ['tso', 'failing', true, false],
    ]);
    for (const { failures, schedule } of checks) {
      expect(failures).toMatchObject([{ kind: 'deadlock', underSc: true }]);
      expect(schedule).toMatch(/^fp1:1\.2~/);
    }
    expect(code).toBe(1);
  });

  it('checks the condition of a litmus test, but not that of exists', async () => {
    const litmus = (name: string, condition: string): string =>
      write(
        `${name}.litmus`,
        `X86_64 ${name}
{ x; y; }
 P0            | P1            ;
 movq $1,(x)   | movq $1,(y)   ;
 movq (y),%rax | movq (x),%rax ;
${condition}
`,
      );
    const both = '(0:rax=0 /\\ 1:rax=0)';
    const forbids = litmus('forbids', `~exists ${both}`);
    const demands = litmus('demands', 'forall (0:rax=1 \\/ 1:rax=1)');
    const asks = litmus('asks', `exists ${both}`);
    for (const file of [forbids, demands]) {
      const { code, out } = await fencepost(['check', file, '--model', 'sc,tso', ...options, '--allow-relaxed']);
      expect(out).toMatch(/^ {2}✓ SC {3}safe .*\n {2}✗ TSO {2}fails, not under SC .*\n\n.*the condition does not/m);
      expect(code).toBe(1);
    }
    const { code, out } = await fencepost(['check', asks, '--model', 'tso', ...options, '--allow-relaxed']);
    expect(out).toMatch(/^ {2}! TSO {2}safe, not robust/m);
    expect(code).toBe(0);
  });

  it('leaves unexplored programs undecided', async () => {
    const { code, checks } = await checkJson('fenced.mjs', ...options, '--max-executions', '1');
    expect(answers(checks)).toEqual([
      ['sc', 'unknown', null, null],
      ['tso', 'unknown', null, null],
      ['pso', 'unknown', null, null],
    ]);
    expect(checks.every(({ incomplete }) => incomplete?.stoppedBy === 'executions')).toBe(true);
    expect(code).toBe(3);
    expect((await checkJson('fenced.mjs', ...options, '--max-executions', '3')).code).toBe(0);
  });

  it('reports a failure before the end of the search', async () => {
    const { code, checks } = await checkJson('lost-update.mjs', ...options, '--max-executions', '3');
    expect(checks.map(({ verdict }) => verdict)).toEqual(['failing', 'failing', 'failing']);
    expect(checks.every(({ schedule }) => schedule !== null)).toBe(true);
    expect(code).toBe(1);
  });
});

describe('fencepost check --preemptions', () => {
  it('states the guarantee of the bound', async () => {
    const { code, lines } = await text(fixture('fenced.mjs'), '--method', 'monitor', '--preemptions', '0');
    const told = lines.join(' ').replaceAll(/\s+/g, ' ');
    expect(told.match(/all executions under SC with at most 0 preemptions were explored/g)).not.toBeNull();
    expect(told).toContain('raise --preemptions');
    expect(code).toBe(3);
  });

  it('is complete when there is nothing more to explore', async () => {
    const { code, checks } = await checkJson('fenced.mjs', '--method', 'monitor', '--preemptions', '2');
    expect(checks.every(({ incomplete, robust }) => incomplete === null && robust === true)).toBe(true);
    expect(code).toBe(0);
  });

  it('finds harm below the bound, and decides by exploring the model', async () => {
    const { code, checks } = await checkJson('store-buffering.mjs', '--method', 'monitor', '--preemptions', '0');
    expect(answers(checks)).toEqual([
      ['sc', 'unknown', null, null],
      ['tso', 'failing', false, true],
      ['pso', 'failing', false, true],
    ]);
    expect(code).toBe(1);
  });

  it('states the coverage when the budget ends first', async () => {
    const { checks } = await checkJson('fenced.mjs', '--method=monitor', '--preemptions=5', '--max-executions=2');
    expect(checks[0]!.incomplete).toEqual({
      stoppedBy: 'executions',
      covered: 'all executions under SC with at most 0 preemptions were explored, and some with more',
      estimate: null,
    });
  });

  it('calls a violation apparently benign if no harm was found in time', async () => {
    const args = [fixture('benign.mjs'), '--method', 'monitor', '--model', 'tso', '--max-executions', '1'];
    const { code, lines } = await text(...args);
    const told = lines.join(' ').replaceAll(/\s+/g, ' ');
    expect(told).toContain('not robust');
    expect(told).toMatch(/perhaps benign|no check was seen to fail/i);
    expect(told).toMatch(/the search under tso ended after 1 execution.*raise --max-executions/);
    expect(code).toBe(1);
    expect((await text(...args, '--allow-relaxed')).code).toBe(3);
  });
});

describe('the text of fencepost check', () => {
  it('has every exported program, and sums up', async () => {
    const { code, lines } = await text(fixture('several.mjs'), fixture('lost-update.mjs'), fixture('several.mjs'));
    expect(lines.filter((line) => /^\S/.test(line))).toEqual([
      `${fixture('several.mjs')}: benign`,
      `${fixture('several.mjs')}: fenced`,
      `${fixture('lost-update.mjs')}: lost update`,
      '3 programs: 1 fails (1 bug under SC, TSO and PSO), 2 are safe (1 not robust) · 9 checks, T s',
    ]);
    expect(code).toBe(1);
  });

  it('reports that failures under SC are unknown', async () => {
    const { lines } = await text(fixture('store-buffering.mjs'), '--model', 'tso', '--max-executions', '2');
    expect(lines[1]).toMatch(/^ {2}✗ TSO {2}fails, perhaps also under SC/);
  });

  it('shows a few of many failures, unless all are asked for', async () => {
    const few = await text(fixture('many-failures.mjs'), '--model', 'sc');
    expect(few.lines.filter((line) => line.includes('replay  '))).toHaveLength(10);
    expect(few.lines).toContainEqual(expect.stringMatching(/… and 14 more bugs; --format json has them all$/));
    const { lines } = await text(fixture('many-failures.mjs'), '--model', 'sc', '--all');
    expect(lines.filter((line) => line.includes('replay  '))).toHaveLength(24);
  });

  it('shows progress on a terminal only, and leaves nothing of it', async () => {
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000));
    const { err } = await fencepost(['check', fixture('fenced.mjs')], { errIsTerminal: true });
    expect(err).toMatch(/^fenced {2}sc {3}1 execution /);
    expect(err).toMatch(/\rfenced {2}sc {3}3 executions |\x1b\[2Kfenced {2}sc {3}3 executions /);
    expect(err).toMatch(/\r\x1b\[2K$/);
    expect((await fencepost(['check', fixture('fenced.mjs')])).err).toBe('');
  });
});

it('prints one object with --format json', async () => {
  const source = fixture('message-passing.mjs');
  const { code, out } = await fencepost(['check', source, '--model', 'pso', '--format', 'json']);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    version: 1,
    tool: expect.stringMatching(/^fencepost \d+\.\d+\.\d+$/) as string,
    checks: [
      {
        source,
        program: 'message passing',
        model: 'pso',
        method: 'graph',
        verdict: 'failing',
        robust: false,
        harmful: true,
        executions: 3,
        blocked: 0,
        events: expect.any(Number) as number,
        seconds: expect.any(Number) as number,
        notes: [],
        incomplete: null,
        failures: [
          {
            kind: 'assertion',
            message: 'the flag came before the data',
            thread: 'receiver',
            executions: 1,
            underSc: false,
            counterexample: expect.any(Object) as Counterexample,
          },
        ],
        violations: [
          {
            operation: 'receiver#1',
            write: 'sender#0',
            executions: null,
            counterexample: {
              schedule: expect.stringMatching(/^fp1:1x2\.1c1\.2x2\.1c~/) as string,
              story: expect.any(Object) as Counterexample['story'],
              cycle: [
                { from: 0, to: 1, kind: 'program order' },
                { from: 1, to: 2, kind: 'reads-from' },
                { from: 2, to: 3, kind: 'program order' },
                { from: 3, to: 0, kind: 'from-read' },
              ],
              delays: [{ store: 0, past: 1 }],
              unordered: [{ store: 0, past: 1 }],
            },
          },
        ],
        schedule: expect.stringMatching(/^fp1:1x2\.1c1\.2x2~/) as string,
        replay: ['--model', 'pso'],
      },
    ],
  });
});

describe('fencepost check refuses', () => {
  const some = fixture('fenced.mjs');
  it.each([
    [[some, '--report', `json=${some}`], /it is a file to check .*\n {2}hint: .*a file of its own/],
    [['nowhere.mjs'], /cannot read nowhere\.mjs: there is no such file/],
    [[`${import.meta.dirname}/../bin`], /there are no checks in /],
    [
      [`${import.meta.dirname}/../package.json`],
      /neither a program to compile, nor a module, nor .*\n {2}hint: .* \.js, .*\.mjs, .*\.ts, .* or \.litmus/,
    ],
    [
      [fixture('wrong-default.mjs')],
      /the default export of .* is not a program .*\n {2}hint: write a check, .*export default program/,
    ],
    [[fixture('wrong-export.mjs')], /the export 'limit' of .* is not a program /],
    [[fixture('nothing.mjs')], /exports nothing .*\n {2}hint: write a check, .*export default program/],
    [[fixture('throws.mjs')], /throws\.mjs:\d+.*: the module cannot be loaded: no more than 3 \[USAGE\]/],
    [[some, '--modle', 'tso'], /unknown option '--modle' .*\n {2}hint: did you mean --model\?/],
    [[some, '--model', 'tos'], /no model 'tos' .*\n {2}hint: did you mean tso\?/],
    [
      [some, '--model', 'pslo'],
      /under pslo, only tested .*\n {2}hint: .*fencepost test --model pslo; .*fencepost litmus/,
    ],
    [[some, '--method', 'grpah'], /no method 'grpah' .*\n {2}hint: did you mean graph\?/],
    [[some, '--method=monitor', '--preemptions', 'two'], /--preemptions takes a whole number of at least 0, not 'two'/],
    [[some, '--max-executions', '0'], /--max-executions takes a whole number of at least 1, not '0'/],
    [[some, '--max-executions', '1e3'], /--max-executions takes a whole number of at least 1, not '1e3'/],
    [[some, '--allow-relaxed=yes'], /--allow-relaxed takes no value/],
  ])('%j', async (args, message) => {
    const { code, out, err } = await fencepost(['check', ...args]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n {4}at /);
  });

  it('all wrong files at once, and checks the others', async () => {
    const { code, out, err } = await fencepost(['check', some, fixture('nothing.mjs'), 'nowhere.litmus']);
    expect(code).toBe(2);
    expect(out).toMatch(/\n1 program is safe · 3 checks, /);
    expect(err).toMatch(/exports nothing .*\n.*\n.*cannot read nowhere\.litmus/);
  });
});

describe('the time of a run', () => {
  const threads = Array.from({ length: 8 }, (_, i) => i);
  const large = `X86_64 large
{ x=0; }
 ${threads.map((i) => `P${i}`).join(' | ')} ;
 ${threads.map((i) => `movq $${i + 1},(x)`).join(' | ')} ;
 ${threads.map(() => 'movq (x),%rax').join(' | ')} ;
exists (0:rax=9)
`;
  const small = 'X86_64 small\n{ x=0; }\n P0 | P1 ;\n movq $1,(x) | movq (x),%rax ;\nexists (1:rax=1)\n';

  it('is given to the programs that need it, and all are reported once, in order', { timeout: 60_000 }, async () => {
    const files = ['large', 'one', 'two', 'three'].map((name, i) => write(`${name}.litmus`, i === 0 ? large : small));
    const args = [...files, '--model', 'sc', '--max-time', '8', '--jobs', '1', '--no-config', '--repair', 'never'];
    const { out } = await fencepost(['check', ...args, '--format', 'json']);
    const { checks } = JSON.parse(out) as Report;
    expect(checks.map(({ source }) => source)).toEqual(files);
    const [first, ...others] = checks;
    expect(others.map(({ verdict }) => verdict)).toEqual(['safe', 'safe', 'safe']);
    expect(first!.incomplete?.stoppedBy).toBe('time');
    // A quarter was its part.
    expect(first!.seconds).toBeGreaterThan(3);
    const text = await fencepost(['check', ...args.map((each) => (each === '8' ? '3' : each))]);
    for (const path of files) expect(text.out.split(path).length).toBe(2);
  });
});
