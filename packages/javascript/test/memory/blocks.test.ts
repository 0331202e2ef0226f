import type { Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { describe, expect, test } from 'vitest';
import { endsOf, programOf } from '../check/explored.js';

interface Found {
  readonly executions: number;
  readonly events: number;
  readonly ends: readonly string[];
}

function explored(program: Program, model = 'sc'): Found {
  let counts = { executions: 0, events: 0 };
  const ends = endsOf(program, (watched) => {
    counts = withRestarts(() => {
      watched.blocks?.allow(true);
      return exploreGraphs(new LocalStates(watched), { model });
    }, watched);
  });
  const { executions, events } = counts;
  return { executions, events, ends };
}

function handedOver(size: number, write: string, read: string): string {
  return `const flag = new Int32Array(new SharedArrayBuffer(4));
    const data = new Uint8Array(new SharedArrayBuffer(${size})), words = new Int32Array(data.buffer);
    t.thread('writer', () => { ${write}; Atomics.store(flag, 0, 1); });
    t.thread('reader', () => (Atomics.load(flag, 0) === 1 ? (${read}) : 'nothing'));
    t.after(({ reader }) => { throw new Error(String(reader)); });`;
}

describe('bytes that are copied at once', () => {
  test.each([
    ['set and slice', 'data.set(new Uint8Array(4096).fill(7))', 'data.slice().every((x) => x === 7)'],
    ['a list', 'data.set(Array.from({ length: 4096 }, () => 7))', 'new Uint8Array(data).every((x) => x === 7)'],
    ['fill and join', 'data.fill(7)', "data.join('') === '7'.repeat(4096)"],
    ['other elements', 'words.fill(0x07070707)', 'words.slice().every((x) => x === 0x07070707)'],
    ['copyWithin', 'data.fill(7, 0, 2048).copyWithin(2048, 0)', 'data.slice().every((x) => x === 7)'],
    [
      'text',
      "new TextEncoder().encodeInto('x'.repeat(4096), data)",
      "new TextDecoder().decode(data) === 'x'.repeat(4096)",
    ],
    ['parts', 'data.fill(7)', 'data[5] === 7 && data.slice(100, 200)[3] === 7 && words[1000] === 0x07070707'],
  ])('%s: a few events, whatever the size', async (_, write, read) => {
    const program = await programOf(handedOver(4096, write, read));
    for (const model of ['sc', 'tso', 'pso', 'arm64']) {
      const { executions, events, ends } = explored(program, model);
      expect(ends).toEqual(['nothing', 'true']);
      expect(executions).toBe(2);
      expect(events).toBeLessThan(24);
    }
  });

  test('are accessed one by one where nothing orders the threads', async () => {
    const body = `const data = new Uint8Array(new SharedArrayBuffer(3));
      t.thread('writer', () => data.set([1, 1, 1]));
      t.thread('reader', () => data.slice().join(''));
      t.after(({ reader }) => { throw new Error(reader); });`;
    const found = explored(await programOf(body));
    expect(found.ends).toEqual(['000', '001', '010', '011', '100', '101', '110', '111']);
  });

  test('an element that is written by itself, or accessed atomically, is one by itself', async () => {
    const body = `const flag = new Int32Array(new SharedArrayBuffer(4)), data = new Uint8Array(new SharedArrayBuffer(64));
      t.thread('writer', () => { data.fill(1); Atomics.store(data, 8, 2); });
      t.thread('reader', () => (Atomics.load(data, 8) === 2 ? data.slice(16).join('') : 'not yet'));
      t.after(({ reader }) => { throw new Error(reader); });`;
    const { ends, events } = explored(await programOf(body));
    expect(ends).toEqual(['1'.repeat(48), 'not yet']);
    expect(events).toBeLessThan(40);
  });

  test('an invariant still reads one place', async () => {
    const program = await programOf(`const data = new Uint8Array(new SharedArrayBuffer(8));
      t.thread('writer', () => data.fill(1));
      t.invariant(() => data[0] + data[1] !== 7);`);
    expect(() => explored(program)).toThrow(/it may read only one location of shared memory/);
  });

  test('the knowledge about them can be restored', async () => {
    const body = handedOver(64, 'data.fill(7)', 'data[5] = 1');
    const program = await programOf(body);
    const found = explored(program);
    const saved: unknown = JSON.parse(JSON.stringify(program.knowledge!.save()));
    program.blocks!.allow(false);
    program.knowledge!.restore(saved);
    expect(program.knowledge!.save()).toEqual(saved);
    expect(explored(program)).toEqual(found);
  });
});
