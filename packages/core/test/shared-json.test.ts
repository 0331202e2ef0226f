import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseShared, stringifyShared } from '../src/index.js';

describe('JSON with shared arrays', () => {
  it('writes an array that occurs repeatedly once, and shares it again', () => {
    const leaf = Array.from({ length: 100 }, (_, i) => 1000 + i);
    const node = [leaf, [1, 2, leaf]];
    const value = { rows: Array.from({ length: 50 }, (_, i) => ({ i, node, own: [leaf, i] })), none: undefined };
    const text = stringifyShared(value);
    expect(text.split('1099').length).toBe(2);
    expect(text.length).toBeLessThan(4000);
    const { rows } = parseShared(text) as typeof value;
    expect(rows).toEqual(value.rows);
    expect(rows[7]!.node).toBe(rows[8]!.node);
    expect(rows[7]!.own[0]).toBe(rows[8]!.node[0]);
    expect(rows[7]!.own).not.toBe(rows[8]!.own);
  });

  it('tells references from objects that look like them', () => {
    const list = [[1], { $: 0 }];
    const value = { list, again: list, text: '$' };
    expect(parseShared(stringifyShared(value))).toEqual(value);
    expect(parseShared(stringifyShared({ ...value, $: 0 }))).toEqual({ ...value, $: 0 });
  });

  it('is JSON for other values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (value, shared) => {
        const all = [value, shared, [shared, value], { shared }];
        expect(parseShared(stringifyShared(all))).toEqual(JSON.parse(JSON.stringify(all)));
      }),
    );
  });
});
