import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-history-'));

/** A line can be a text: `JSON.stringify` would round its numbers. */
async function decide(spec: string, lines: readonly (object | string)[], ...more: string[]) {
  const file = path.join(folder, 'calls.jsonl');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  const { code, out, err } = await fencepost(['history', file, '--spec', spec, ...more]);
  return { code, out: out.replaceAll(file, 'calls.jsonl'), err: err.replaceAll(file, 'calls.jsonl') };
}

const call = (process: number, begin: number, end: number | undefined, f: string, more: object = {}): object => ({
  ...{ process, f, begin, end },
  ...more,
});
const event = (process: number, type: string, f: string, value: unknown = null, more: object = {}): object => ({
  ...{ process, type, f, value },
  ...more,
});

describe('fencepost history', () => {
  it('names the calls of a queue that gave elements in the wrong order', async () => {
    const { code, out } = await decide('queue', [
      call(0, 1, 2, 'push', { value: 'a' }),
      call(0, 3, 4, 'push', { value: 'b', result: true }),
      call(1, 5, 6, 'pop', { result: 'b' }),
      call(1, 7, 8, 'pop', { result: 'a' }),
      call(1, 9, 12, 'pop', { result: null }),
    ]);
    expect(code).toBe(1);
    expect(out).toBe(`calls.jsonl  5 calls of a queue, 2 processes: not linearizable
  the first was put before the second and taken after it:
    process 0  push("a")         line 1
    process 0  push("b") → true  line 2
    process 1  pop() → "b"       line 3
    process 1  pop() → "a"       line 4
`);
  });

  // The stale read of Kyle Kingsbury's "Jepsen: etcd and Consul" (2014), in our own words.
  const STALE = [
    event(0, 'invoke', 'write', 1),
    event(0, 'ok', 'write', 1),
    event(1, 'invoke', 'cas', [1, 2]),
    event(2, 'invoke', 'write', 5),
    event(1, 'ok', 'cas', [1, 2]),
    event(2, 'info', 'write', 5),
    event(3, 'invoke', 'cas', [1, 7]),
    event(3, 'fail', 'cas', [1, 7]),
    event(0, 'invoke', 'read'),
    event(0, 'ok', 'read', 2),
  ];

  it('decides events of a register as Jepsen does: calls that failed have no effect, open ones may have one', async () => {
    expect((await decide('register', STALE)).code).toBe(0);
    const late = [event(4, 'invoke', 'read'), event(4, 'ok', 'read', 5)];
    expect((await decide('register', [...STALE, ...late])).code).toBe(0);
    const stale = [event(4, 'invoke', 'read'), event(4, 'ok', 'read', 1)];
    const { code, out } = await decide('register', [...STALE, ...stale]);
    expect(code).toBe(1);
    expect(out).toContain('process 4  read() → 1               line 11');
  });

  it('decides each key of a map alone', async () => {
    const own = (key: string, at: number, read: string): object[] => [
      call(1, at, at + 3, 'append', { key, value: 'x' }),
      call(2, at + 1, at + 4, 'append', { key, value: 'y' }),
      call(1, at + 5, at + 6, 'get', { key, result: read }),
    ];
    expect((await decide('map', [...own('a', 1, 'xy'), ...own('b', 11, 'yx')])).code).toBe(0);
    const { code, out } = await decide('map', [...own('a', 1, 'xy'), ...own('b', 11, 'x')]);
    expect(code).toBe(1);
    expect(out).toContain('before it: the value is "xy", or the value is "yx":\n    process 1  get("b") → "x"');
  });

  it('takes calls that begin when another ends as concurrent', async () => {
    const read = (begin: number): Promise<{ code: number }> =>
      decide('register', [call(0, 1, 5, 'write', { value: 1 }), call(1, begin, 9, 'read', { result: null })]);
    expect((await read(5)).code).toBe(0);
    expect((await read(6)).code).toBe(1);
  });

  it('takes the value of a read as its result', async () => {
    const pop = (value: number): Promise<{ code: number }> =>
      decide('queue', [call(0, 1, 2, 'push', { value: 3 }), call(0, 3, 4, 'pop', { value })]);
    expect((await pop(3)).code).toBe(0);
    expect((await pop(4)).code).toBe(1);
  });

  it('says so if it gave up', async () => {
    const calls = Array.from({ length: 30 }, (_, i) => call(i, i, 1000 - i, 'cas', { value: [i % 7, (i * i) % 5] }));
    const impossible = call(99, 2000, 2001, 'read', { result: 9 });
    const { code, out } = await decide('register', [...calls, impossible], '--max-time', '1ms');
    expect(code).toBe(3);
    expect(out).toBe(
      'calls.jsonl  31 calls of a register, 31 processes: undecided\n  the search was cut off: increase --max-time, or record fewer calls\n',
    );
  });

  it('decides the other files if one cannot be read', async () => {
    const [good, broken, wrong] = ['good', 'broken', 'wrong'].map((name) => path.join(folder, `${name}.jsonl`));
    const read = (result: number): string => JSON.stringify(call(0, 1, 2, 'read', { result }));
    writeFileSync(good!, read(0));
    writeFileSync(broken!, 'no JSON');
    writeFileSync(wrong!, read(7));
    const first = await fencepost(['history', broken!, good!, '--spec', 'counter']);
    expect(first.code).toBe(2);
    expect(first.out).toContain('good.jsonl  1 call of a counter');
    expect(first.err).toContain('broken.jsonl:1');
    const both = await fencepost(['history', broken!, wrong!, '--spec', 'counter']);
    expect(both.code).toBe(1);
    expect(both.out).toContain('not linearizable');
    expect(both.err).toContain('broken.jsonl:1');
  });

  it('refuses an end of another operation', async () => {
    const { code, err } = await decide('stack', [event(0, 'invoke', 'push', 1), event(0, 'ok', 'pop', 1)]);
    expect(code).toBe(2);
    expect(err).toContain("calls.jsonl:2: process 0 ends 'pop', but its call of line 1 is 'push'");
  });

  it('prints JSON', async () => {
    const { out } = await decide('lock', [call(0, 1, 2, 'lock'), call(1, 3, 4, 'lock')], '--format', 'json');
    const { checks } = JSON.parse(out) as { checks: readonly object[] };
    expect(checks).toMatchObject([
      {
        ...{ specification: 'lock', calls: 2, processes: 2, verdict: 'not linearizable' },
        violation: [
          { process: 0, line: 1, call: 'lock()' },
          { process: 1, line: 2, call: 'lock()' },
        ],
      },
    ]);
  });

  it.each([
    ['queue', [{ f: 'jump', begin: 1 }], "calls.jsonl:1: the specification has no operation 'jump'"],
    ['queue', [{ f: 'pop' }], 'a call needs "begin"'],
    ['queue', [call(0, 5, 4, 'pop')], 'the call ends before it begins'],
    ['queue', [call(0, 1, 2, 'push', { value: 1, result: 0 })], 'was the element put? The result is the number 0'],
    ['queue', [event(0, 'invoke', 'pop'), event(0, 'invoke', 'pop')], 'already has a call in progress, of line 1'],
    ['queue', [event(0, 'ok', 'pop')], 'process 0 has no call in progress'],
    ['queue', [event(0, 'done', 'pop')], '"type" is none of'],
    ['counter', [call(0, 1, 2, 'add', { value: 'one' })], '\'add\' adds "one", which is no number'],
    ['queue', [event(0, 'invoke', 'pop'), call(0, 1, 2, 'pop')], 'some lines are events'],
  ] as const)('refuses a history of a %s with %j', async (spec, lines, message) => {
    const { code, err } = await decide(spec, lines);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain('BAD_HISTORY');
  });

  it('compares times of any length exactly', async () => {
    const push = '{"process": 1, "f": "push", "value": 1, "begin": 1763520000000000130, "end": 1763520000000000150}';
    const pop = '{"process": 2, "f": "pop", "result": 1, "begin": 1763520000000000100, "end": 1763520000000000110}';
    expect((await decide('queue', [push, pop])).code).toBe(1);
    expect((await decide('queue', [push, pop.replace('110}', '140}')])).code).toBe(0);
  });

  it('compares values of any length exactly', async () => {
    const add = (at: number, key: string): string =>
      `{"process": 1, "f": "add", "key": ${key}, "begin": ${at}, "end": ${at + 1}, "result": true}`;
    expect((await decide('set', [add(1, '9007199254740992'), add(3, '9007199254740993')])).code).toBe(0);
    const { code, out } = await decide('set', [add(1, '9007199254740993'), add(3, '9007199254740993')]);
    expect(code).toBe(1);
    expect(out).toContain('add(9007199254740993) → true');
    // The same number, written otherwise.
    expect((await decide('set', [add(1, '1e20'), add(3, '100000000000000000000')])).code).toBe(1);
    expect((await decide('set', [add(1, '1.152921504606847e18'), add(3, '1152921504606846976')])).code).toBe(0);
    // A text that looks alike is another value.
    expect((await decide('set', [add(1, '9007199254740993'), add(3, '"9007199254740993"')])).code).toBe(0);
  });

  it('adds integers of any length exactly', async () => {
    const write = '{"f": "write", "value": 9007199254740991, "begin": 1, "end": 2}';
    const add = (by: string): string => `{"f": "add", "value": ${by}, "begin": 3, "end": 4}`;
    const read = (value: string): string => `{"f": "read", "value": ${value}, "begin": 5, "end": 6}`;
    const code = async (...lines: string[]): Promise<number> => (await decide('counter', lines)).code;
    expect(await code(write, add('2'), read('9007199254740993'))).toBe(0);
    expect(await code(write, add('2'), read('9007199254740992'))).toBe(1);
    expect(await code(write, add('9007199254740993'), read('18014398509481984'))).toBe(0);
    expect(await code(write, add('-9007199254740993'), read('-2'))).toBe(0);
    expect(await code(write, add('-9007199254740993'), add('-3'), read('-5'))).toBe(0);
  });

  it('refuses numbers that it cannot compare exactly', async () => {
    const write = (value: string): string => `{"f": "write", "value": ${value}, "begin": 1, "end": 2}`;
    for (const value of ['1e400', '0.12345678901234567891', '1763520000.123456789']) {
      const { code, err } = await decide('register', [write(value)]);
      expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(`the number ${value}`) as string });
    }
    for (const value of [
      '1e300',
      '100000000000000000000000',
      '0.10000000000000000000',
      '"1e400"',
      '1763520000.1234567',
    ])
      expect((await decide('register', [write(value)])).code).toBe(0);
  });

  it('knows that properties of an object have no order', async () => {
    const write = call(1, 1, 2, 'write', { value: { a: 1, b: [2] } });
    expect((await decide('register', [write, call(1, 3, 4, 'read', { result: { b: [2], a: 1 } })])).code).toBe(0);
    expect((await decide('register', [write, call(1, 3, 4, 'read', { result: { b: [3], a: 1 } })])).code).toBe(1);
  });

  it('does not take an empty file for a correct history', async () => {
    const { code, err } = await decide('queue', []);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('the history is empty') as string });
  });

  it('needs a file and a specification', async () => {
    expect((await fencepost(['history'])).err).toContain('no history given');
    expect((await fencepost(['history', 'x.jsonl'])).err).toContain('--spec NAME, one of register, map');
    expect((await fencepost(['history', 'x.jsonl', '--spec', 'queue'])).err).toContain('cannot read x.jsonl');
  });
});
