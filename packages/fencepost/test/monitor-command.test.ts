import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

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
    expect(out).toContain('not SC: flags.c:23 comes before flags.c:12, which happens before it');
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
    [['monitor', FLAGS, '--model', 'sc'], 'monitors support tso and pso, not sc'],
    [['monitor', recorded('{')], 'is not JSON'],
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
