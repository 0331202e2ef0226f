import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';
import type { Recording } from '@fencepost/recording';
import { runOfRecording } from '@fencepost/recording';
import { Accepted } from '../src/cli/monitor/accepted.js';
import { Baseline } from '../src/cli/monitor/baseline.js';
import { monitorRun } from '../src/cli/monitor/monitored-run.js';
import { predictedLines } from '../src/cli/monitor/predicted-text.js';

const FLAGS = path.join(import.meta.dirname, '../../../examples/recordings/flags.json');

function recorded(content: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'fencepost-')), 'run.json');
  writeFileSync(file, content);
  return file;
}

describe('fencepost monitor', () => {
  it('reports how a recorded execution could have differed', async () => {
    const { code, out } = await fencepost(['monitor', FLAGS, '--model', 'tso']);
    expect(code).toBe(0);
    expect(out).toContain('4 operations, 1 violation');
    expect(out).toContain('not SC: flags.c:23 comes first, although flags.c:12 happens before it');
    expect(out).toContain('right read left = 0 at flags.c:23 before the store at flags.c:12 (left) reached memory');
    expect(out).toContain('a full fence between flags.c:12 and flags.c:13');
  });

  it.each([
    [[], false, 0],
    [['--fail-on', 'violations'], false, 1],
    [['--fail-on', 'violations,races'], false, 1],
    [['--fail-on', 'none'], false, 0],
    [[], true, 1],
    [['--fail-on', 'races'], true, 1],
    [['--fail-on', 'none'], true, 0],
  ] as const)('exits as %j says; races: %s', async (options, racy, expected) => {
    const text = readFileSync(FLAGS, 'utf8');
    const file = recorded(racy ? text.replaceAll('"op"', '"order": "plain", "op"') : text);
    expect((await fencepost(['monitor', file, ...options])).code).toBe(expected);
  });

  const message = (order: string): string => {
    const site = (line: number): object => ({ site: { file: 'message.c', line } });
    const operations = [
      { thread: 'writer', op: 'store', place: 'data', value: 1, order: 'relaxed', ...site(3) },
      { thread: 'writer', op: 'store', place: 'ready', value: 1, order: 'release', ...site(4) },
      { thread: 'reader', op: 'load', place: 'ready', order, ...site(8) },
      { thread: 'reader', op: 'load', place: 'data', order: 'relaxed', ...site(9) },
    ];
    return recorded(JSON.stringify({ version: 1, name: 'message', operations }));
  };

  it('finds relaxed loads that C11 does not keep in order, and store buffers do', async () => {
    const { out } = await fencepost(['monitor', message('relaxed'), '--model', 'all']);
    expect(out).toContain('tso  4 operations, nothing found');
    expect(out).toContain('pso  4 operations, nothing found');
    expect(out).toContain('rc11  4 operations, 1 violation\n  not SC: message.c:9 comes first, although message.c:3');
    expect(out).toContain('reader read data = 0 at message.c:9, although writer had already written 1 at message.c:3');
    expect((await fencepost(['monitor', message('acquire'), '--model', 'c11'])).out).toContain('nothing found');
  });

  it('finds what ARMv8 does not keep in order, and store buffers do', async () => {
    const { out } = await fencepost(['monitor', message('relaxed'), '--model', 'arm64']);
    expect(out).toContain('arm64  4 operations, 1 violation\n  not SC: message.c:9 comes first, although message.c:3');
    expect((await fencepost(['monitor', message('acquire'), '--model', 'arm'])).out).toContain('nothing found');
  });

  /** A race that two critical sections hide, and two locks taken in both orders. */
  const hidden = (): string => {
    let line = 0;
    const step = (thread: string, op: string, place?: string, child?: string): object => ({
      ...{ thread, op, order: op === 'load' || op === 'store' ? 'plain' : undefined, place, child },
      ...(op === 'store' ? { value: 1 } : {}),
      site: { file: 'hidden.c', line: ++line },
    });
    const operations = [
      ...[step('main', 'spawn', undefined, 'left'), step('main', 'spawn', undefined, 'right')],
      ...[step('left', 'store', 'x'), step('left', 'lock', 'm'), step('left', 'lock', 'n')],
      ...[step('left', 'unlock', 'n'), step('left', 'unlock', 'm')],
      ...[step('right', 'lock', 'n'), step('right', 'lock', 'm')],
      ...[step('right', 'unlock', 'm'), step('right', 'unlock', 'n'), step('right', 'load', 'x')],
    ];
    return recorded(JSON.stringify({ version: 1, name: 'hidden', operations }));
  };

  it('predicts races and deadlocks of other orders, if asked', async () => {
    const file = hidden();
    const plain = await fencepost(['monitor', file, '--model', 'tso']);
    expect([plain.code, plain.out]).toEqual([0, `${file}  tso  12 operations, nothing found\n`]);
    const { code, out } = await fencepost(['monitor', file, '--model', 'tso', '--predict']);
    expect(code).toBe(1);
    expect(out.split('\n').slice(1, -1)).toEqual([
      `${file}  1 predicted data race, 1 predicted deadlock`,
      '  hidden.c:3 and hidden.c:12 (x; left and right)',
      '    did not happen in this recording; happens in this order: first main up to hidden.c:2 and right up to hidden.c:11, as recorded; then left at hidden.c:3 and right at hidden.c:12',
      '  deadlock at hidden.c:5 and hidden.c:9 (n and m; left and right)',
      '    did not happen in this recording; happens in this order: first main up to hidden.c:2, left up to hidden.c:4 and right up to hidden.c:8, as recorded; then left at hidden.c:5 waits for n, which right holds and right at hidden.c:9 waits for m, which left holds',
    ]);
  });

  it('says so if nothing can be predicted, as threads may have synchronised anywhere', () => {
    const file = hidden();
    const run = runOfRecording(JSON.parse(readFileSync(file, 'utf8')) as Recording);
    const asked = { predicts: true, baseline: new Baseline([]), accepted: new Accepted([]) };
    expect(predictedLines(monitorRun(file, run, ['tso'], asked)[0]!)[0]).toContain('1 predicted data race');
    const unhooked = { what: ['libgomp.so.1'], sites: 'all' as const };
    const [found] = monitorRun(file, { ...run, unhooked }, ['tso'], asked);
    expect(predictedLines(found!)).toEqual([
      `${file}  no race or deadlock predicted`,
      '  note: nothing can be predicted: threads may have synchronised without hooks anywhere',
    ]);
  });

  it.each([
    ['none', 0],
    ['violations', 0],
    ['races', 1],
    ['deadlocks', 1],
  ])('exits as --fail-on %s says if races and deadlocks are predicted', async (failOn, expected) => {
    expect((await fencepost(['monitor', hidden(), '--predict', '--fail-on', failOn])).code).toBe(expected);
  });

  it('omits predictions that a baseline has', async () => {
    const file = hidden();
    const options = ['--model', 'tso', '--predict'];
    const baseline = recorded((await fencepost(['monitor', file, ...options, '--format', 'json'])).out);
    const { code, out } = await fencepost(['monitor', file, ...options, '--baseline', baseline]);
    expect(code).toBe(0);
    expect(out).toContain('nothing new\n  2 findings of the baseline omitted');
    expect(out).toContain('no race or deadlock predicted');
  });

  it('omits the findings of a baseline, and only these', async () => {
    const baseline = recorded((await fencepost(['monitor', FLAGS, '--model', 'tso', '--format', 'json'])).out);
    const { code, out } = await fencepost([
      'monitor',
      FLAGS,
      message('relaxed'),
      '--model',
      'tso,rc11',
      '--fail-on',
      'violations',
      '--baseline',
      baseline,
    ]);
    expect(code).toBe(1);
    expect(out).toContain('tso  4 operations, nothing new\n  1 finding of the baseline omitted');
    expect(out).toContain('rc11  4 operations, 1 violation\n  not SC: flags.c:23 comes first, although flags.c:12');
    expect(out).toContain('message.c:9 comes first, although message.c:3');
    const again = await fencepost([
      'monitor',
      FLAGS,
      '--model',
      'tso',
      '--fail-on',
      'violations',
      '--baseline',
      baseline,
    ]);
    expect(again.code).toBe(0);
  });

  it('reports a pair of the baseline that has become far more frequent', async () => {
    const report = JSON.parse((await fencepost(['monitor', FLAGS, '--model', 'tso', '--format', 'json'])).out) as {
      checks: { operations: number; violations: { operation: string; write: string; count: number }[] }[];
    };
    const [check] = report.checks;
    const expected = (count: number, operations: number, ...countsBefore: readonly number[]): number | undefined => {
      const files = countsBefore.map((countBefore) => {
        check!.operations = operations;
        check!.violations[0]!.count = countBefore;
        return recorded(JSON.stringify(report));
      });
      const baseline = new Baseline(files);
      return baseline.expectedIfFrequent('tso', { ...check!.violations[0]!, count }, 1000);
    };
    expect(expected(40, 2000, 8)).toBe(4);
    expect(expected(39, 2000, 8)).toBeUndefined();
    expect(expected(19, 2000, 1)).toBeUndefined();
    expect(expected(20, 2000, 1)).toBe(1);
    // In all runs together, and in the one that has most.
    expect(expected(30, 1000, 10, 1, 1, 1, 2)).toBe(3);
    expect(expected(29, 1000, 10, 1, 1, 1, 2)).toBeUndefined();
    expect(expected(30, 1000, 11, 1, 1, 1, 1)).toBeUndefined();
  });

  it('omits races of a baseline, whichever access came first', async () => {
    const racy = readFileSync(FLAGS, 'utf8').replaceAll('"op"', '"order": "plain", "op"');
    const baseline = recorded((await fencepost(['monitor', recorded(racy), '--format', 'json'])).out);
    expect((await fencepost(['monitor', recorded(racy), '--baseline', baseline])).code).toBe(0);
    expect((await fencepost(['monitor', recorded(racy)])).code).toBe(1);
  });

  it('omits and counts findings that a comment in the source accepts', async () => {
    const racy = readFileSync(FLAGS, 'utf8').replaceAll('"op"', '"order": "plain", "op"');
    const source = path.join(mkdtempSync(path.join(tmpdir(), 'fencepost-')), 'flags.c');
    const file = recorded(racy.replaceAll('flags.c', source));
    const lines = Array.from({ length: 30 }, () => 'code();');
    const monitor = async (...marks: readonly (readonly [line: number, text: string])[]): Promise<[number, string]> => {
      writeFileSync(source, lines.map((line, i) => marks.find(([at]) => at === i + 1)?.[1] ?? line).join('\n'));
      const { code, out } = await fencepost(['monitor', file, '--model', 'tso', '--fail-on', 'races,violations']);
      return [code, out];
    };
    expect((await monitor())[0]).toBe(1);
    expect((await monitor([14, 'code(); // fencepost: accepted']))[0]).toBe(1);
    // One race is at the lines 12 and 23, the other at 13 and 22; the violation is at 23 and 12.
    const [code, out] = await monitor([12, 'code(); /* fencepost: accepted, it only counts */']);
    expect(code).toBe(1);
    expect(out).toContain('nothing new\n  2 accepted findings omitted');
    expect(out).toContain('1 data race');
    // A comment that is alone on its line is for the next one.
    const [both, text] = await monitor([12, 'code(); // fencepost: accepted'], [21, '  // fencepost: accepted']);
    expect(both).toBe(0);
    expect(text).toContain('nothing new\n  3 accepted findings omitted');
    // Code behind it is on the same line.
    const before = '/* fencepost: accepted */ code();';
    expect((await monitor([12, before]))[1]).toContain('2 accepted findings omitted');
  });

  it.each([
    ['a text', 'puts("\\"// fencepost: accepted");'],
    ['a longer comment', 'code(); // not // fencepost: accepted'],
  ])('takes no comment from %s', async (_, line) => {
    const source = path.join(mkdtempSync(path.join(tmpdir(), 'fencepost-')), 'flags.c');
    const file = recorded(readFileSync(FLAGS, 'utf8').replaceAll('flags.c', source));
    writeFileSync(source, Array.from({ length: 30 }, (_each, i) => (i === 11 ? line : 'code();')).join('\n'));
    const { out } = await fencepost(['monitor', file, '--model', 'tso', '--fail-on', 'violations']);
    expect(out).not.toContain('accepted');
  });

  it('omits findings at the places of a list', async () => {
    const monitor = (list: string): Promise<{ code: number; out: string; err: string }> =>
      fencepost(['monitor', FLAGS, '--model', 'tso', '--fail-on', 'violations', '--accept', recorded(list)]);
    expect(await monitor('# all of a file\nflags.c')).toMatchObject({ code: 0 });
    expect(await monitor('flags.c:23 # one line')).toMatchObject({ code: 0 });
    expect((await monitor('flags.c:23')).out).toContain('nothing new\n  1 accepted finding omitted');
    for (const other of ['flags.c:24', 'lags.c', 'other/flags.c', '']) expect((await monitor(other)).code).toBe(1);
    const { code, err } = await monitor('flags.c:23 and more');
    expect(code).toBe(2);
    expect(err).toContain("'flags.c:23 and more' is not a place");
  });

  it.each(['no JSON', '{}', '{"checks":[{}]}', 'null'])('refuses the baseline %s', async (text) => {
    const { code, err } = await fencepost(['monitor', FLAGS, '--baseline', recorded(text)]);
    expect(code).toBe(2);
    expect(err).toContain('is not a report of a monitor');
    expect(err).toContain('--format json');
  });

  it('examines as much as the time limit allows', async () => {
    const operations = Array.from({ length: 20_000 }, (_, i) => ({
      thread: `t${i % 2}`,
      op: 'store',
      place: 'x',
      value: i,
      order: 'relaxed',
    }));
    const file = recorded(JSON.stringify({ version: 1, name: 'x', operations }));
    const { code, out } = await fencepost(['monitor', file, '--max-time', '1ms']);
    expect(code).toBe(3);
    expect(out).toMatch(/tso {2}[\d,]+ operations, nothing found, then the time limit was reached/);
    const [, seen = ''] = /tso {2}([\d,]+) operations/.exec(out) ?? [];
    expect(Number(seen.replaceAll(',', ''))).toBeLessThan(20_000);
    expect((await fencepost(['monitor', file, '--max-time', '60s'])).code).toBe(0);
  });

  it('prints JSON', async () => {
    const { out } = await fencepost(['monitor', FLAGS, '--format', 'json']);
    const { checks } = JSON.parse(out) as { checks: { model: string; violations: { count: number }[] }[] };
    expect(checks.map(({ model, violations }) => [model, violations.map(({ count }) => count)])).toEqual([
      ['tso', [1]],
      ['pso', [1]],
    ]);
  });

  it('finds nothing where there is nothing', async () => {
    const file = recorded('{"version":1,"name":"x","operations":[{"thread":"a","op":"store","place":"x","value":1}]}');
    const { code, out } = await fencepost(['monitor', file]);
    expect(code).toBe(0);
    expect(out).toContain('1 operation, nothing found');
  });

  it.each([
    [['monitor'], 'no recording given'],
    [['monitor', FLAGS, '--model', 'sc'], 'monitors of recordings support tso, pso, rc11, arm64, not sc'],
    [['monitor', recorded('{')], 'is neither a recording of fencepost record nor one in JSON'],
    [['monitor', recorded('{"version":3}')], 'BAD_RECORDING'],
    [['monitor', recorded('null')], 'BAD_RECORDING'],
    [['monitor', recorded('{"version":1}')], 'BAD_RECORDING'],
    [['monitor', recorded('{"version":1,"operations":[7]}')], 'BAD_RECORDING'],
    [['monitor', recorded('{"version":1,"name":7,"operations":[]}')], 'BAD_RECORDING'],
    [['monitor', recorded('{"version":1,"initial":{"x":0.5},"operations":[]}')], 'BAD_RECORDING'],
    ...[
      '{"thread":"t"}',
      '{"op":"fence"}',
      '{"thread":7,"op":"fence"}',
      '{"thread":"t","op":"undefined","place":"x"}',
      '{"thread":"t","op":"load","place":["x"]}',
      '{"thread":"t","op":"store","place":"x","value":1e10}',
      '{"thread":"t","op":"load","place":"x","order":"strong"}',
      '{"thread":"t","op":"load","place":"x","site":{"file":"a.c","line":-1.5}}',
    ].map((each): [string[], string] => [
      ['monitor', recorded(`{"version":1,"name":"r","operations":[${each}]}`)],
      'BAD_RECORDING',
    ]),
    [
      ['monitor', recorded('{"version":1,"operations":[{"thread":"a","op":"jump","place":"x"}]}')],
      "'op' of operation 1",
    ],
    [['monitor', recorded('{"version":1,"name":"x","operations":[{"thread":"a","op":"load"}]}')], 'names no place'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await fencepost(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
