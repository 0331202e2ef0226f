import { Random } from '@fencepost/core';
import { expect, it } from 'vitest';
import type { LastWrite, LastWrites } from '../../src/vm/threads/last-writes.js';
import { NO_WRITES, lastWriteTo, withWrite } from '../../src/vm/threads/last-writes.js';

it('last writes are those of a map, in order of addresses, and older lists of them stay as they were', () => {
  const random = new Random(7);
  const expected = new Map<number, LastWrite>();
  const inOrder = (): LastWrite[] => [...expected.values()].toSorted((a, b) => a.address - b.address);
  const before: { readonly all: LastWrites; readonly expected: readonly LastWrite[] }[] = [];
  let all = NO_WRITES;
  for (let value = 0; value < 200; value++) {
    const address = 2 ** 40 + 8 * Math.floor(20 * random.next());
    const write = { address, value, order: value % 2 === 0 ? ('relaxed' as const) : undefined };
    before.push({ all, expected: inOrder() });
    all = withWrite(all, write);
    expected.set(address, write);
    for (let at = 0; at < 20; at++) {
      const place = 2 ** 40 + 8 * at;
      expect(lastWriteTo(all, place)).toEqual(expected.get(place));
    }
  }
  for (const each of [...before, { all, expected: inOrder() }]) expect(each.all).toEqual(each.expected);
});
