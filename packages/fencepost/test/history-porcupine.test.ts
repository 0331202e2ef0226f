import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

// Histories of the kinds that Porcupine (Athalye, 2017) is tested with, made here: a register, a key-value store with
// appends, and a register with compare-and-swap whose clients time out, as Jepsen records etcd.

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-porcupine-'));
let files = 0;

/** The exit code: 0 if linearizable, 1 if not. */
async function decided(specification: string, lines: readonly object[]): Promise<number> {
  const file = path.join(folder, `${++files}.jsonl`);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return (await fencepost(['history', file, '--spec', specification])).code;
}

/** Numbers from 0 to n - 1, the same in each run. */
function numbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

interface Call {
  readonly process: number;
  readonly f: string;
  readonly key: string;
  readonly value?: string;
  readonly begin: number;
  /** When the store does it. */
  readonly at: number;
  readonly end: number;
  result?: string;
}

/** Clients of a store that puts, appends and gets, as the exercises of MIT 6.824 have them. */
function store(clients: number, calls: number, seed: number): Call[] {
  const below = numbers(seed);
  const all: Call[] = [];
  for (let process = 0; process < clients; process++) {
    let now = below(50);
    for (let i = 0; i < calls; i++) {
      const at = now + 1 + below(40);
      const end = at + 1 + below(40);
      const f = ['put', 'append', 'append', 'get', 'get'][below(5)]!;
      const value = f === 'get' ? {} : { value: `x ${process} ${i} y` };
      all.push({ process, f, key: String(below(Math.ceil(clients / 3))), ...value, begin: now, at, end });
      now = end + 1 + below(20);
    }
  }
  const state = new Map<string, string>();
  for (const call of all.toSorted((a, b) => a.at - b.at)) {
    if (call.f === 'put') state.set(call.key, call.value!);
    else if (call.f === 'append') state.set(call.key, (state.get(call.key) ?? '') + call.value!);
    else if (state.has(call.key)) call.result = state.get(call.key)!;
  }
  return all;
}

describe("histories as Porcupine's", () => {
  it.each([
    ['a get that overlaps the put finds the old value, another the new one', 100, [25, 75, 30, 60], 0],
    ['a get finds the old value after another has found the new one', 200, [10, 30, 40, 90], 1],
  ] as const)('register: %s', async (_, value, [begin, end, later, latest], code) => {
    const history = [
      { process: 3, f: 'write', value: 0, begin: -2, end: -1 },
      { process: 0, f: 'write', value, begin: 0, end: 100 },
      { process: 1, f: 'read', begin, end, result: value },
      { process: 2, f: 'read', begin: later, end: latest, result: 0 },
    ];
    expect(await decided('register', history)).toBe(code);
  });

  it.each([
    [1, 40],
    [10, 40],
    [50, 20],
  ])('key-value store with %i clients: right, and with an append lost or seen too early', async (clients, calls) => {
    for (const seed of [1, 2, 3]) {
      const history = store(clients, calls, seed);
      const shown = (all: readonly Call[]): object[] => all.map(({ at: _, ...call }) => call);
      expect(await decided('map', shown(history))).toBe(0);
      // A get that misses what was appended last, though the append had ended before it began.
      const isLost = (get: Call): boolean =>
        get.f === 'get' &&
        history.some(
          ({ f, key, value, end }) =>
            f === 'append' && key === get.key && end < get.begin && get.result?.endsWith(value!) === true,
        );
      const victim = history.find(isLost)!;
      const lost = history.map((call) => {
        return call === victim ? { ...call, result: call.result!.slice(0, call.result!.lastIndexOf('x')) } : call;
      });
      expect(await decided('map', shown(lost))).toBe(1);
      // A get that finds what is put only later.
      const early = history.find(({ f }) => f === 'get')!;
      const changed = history.map((call) => (call === early ? { ...call, result: 'x never y' } : call));
      expect(await decided('map', shown(changed))).toBe(1);
    }
  });

  it.each([1, 2, 3, 4, 5, 6])('compare-and-swap register whose clients time out, %i', async (seed) => {
    const below = numbers(seed);
    let value: number | null = null;
    const right: object[] = [];
    const wrong: object[] = [];
    const tell = (line: object, instead = line): void => {
      right.push(line);
      wrong.push(instead);
    };
    let process = 0;
    for (let i = 0; i < 100; i++) {
      const first = process;
      const second = process + 1;
      const next = below(5);
      // Two calls overlap: a write or a compare-and-swap, perhaps without an answer, and a read before or after it.
      const isBefore = below(2) === 0;
      const found = value;
      const expected = below(5);
      const f = below(2) === 0 ? 'write' : 'cas';
      const succeeds = f === 'write' || value === expected;
      const given = f === 'write' ? next : [expected, next];
      const answers = below(6) > 0;
      if (succeeds) value = next;
      tell({ process: first, type: 'invoke', f, value: given });
      tell({ process: second, type: 'invoke', f: 'read' });
      const result = isBefore ? found : value;
      tell(
        { process: second, type: 'ok', f: 'read', value: result },
        { process: second, type: 'ok', f: 'read', value: i === 60 ? 9 : result },
      );
      const type = succeeds ? 'ok' : 'fail';
      tell({ process: first, type: answers ? type : 'info', f, value: given });
      // Jepsen gives the client another name after a time-out.
      if (!answers) process += 2;
    }
    expect(await decided('register', right)).toBe(0);
    expect(await decided('register', wrong)).toBe(1);
  });
});
