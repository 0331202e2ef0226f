import { describe, expect, it } from 'vitest';
import { atomicAccess } from '../../src/edit/atomic-access.js';

/** The text after the change of the access at `@`; undefined: it cannot be made. */
function changed(marked: string, operation: 'load' | 'store', file = 'a.ts'): string | undefined {
  const offset = marked.indexOf('@');
  const text = marked.replace('@', '');
  const edits = atomicAccess(file, text, offset, operation);
  return edits
    ?.toReversed()
    .reduce((all, { start, end, text: added }) => all.slice(0, start) + added + all.slice(end), text);
}

describe('an access that becomes atomic', () => {
  it.each([
    ['@v[0] = 1;', 'Atomics.store(v, 0, 1);'],
    ['if (a) @v[0] = 1', 'if (a) Atomics.store(v, 0, 1)'],
    ['@this.v[i + 1] = w[0];', 'Atomics.store(this.v, i + 1, w[0]);'],
    ['@(v)[(0)] = (1);', 'Atomics.store((v), (0), (1));'],
    ['@v[0] = (a, b);', 'Atomics.store(v, 0, (a, b));'],
    ['@a[0][1] = 2;', 'Atomics.store(a[0], 1, 2);'],
    ['@(v as Int32Array)[0]! = 1;', 'Atomics.store((v as Int32Array), 0, 1);'],
    ['const r = (@v[0] = 1);', 'const r = (Atomics.store(v, 0, 1));'],
    ['() => @v[0] = -1;', '() => Atomics.store(v, 0, -1);'],
    ['@v[0] = x, b;', 'Atomics.store(v, 0, x), b;'],
    ['for (a, @v[0] = x; b; c);', 'for (a, Atomics.store(v, 0, x); b; c);'],
    ['a && (b ? (@v[0] = x) : c);', 'a && (b ? (Atomics.store(v, 0, x)) : c);'],
    ['@v[0] += 1;', 'Atomics.add(v, 0, 1);'],
    ['@v[0]! |= x;', 'Atomics.or(v, 0, x);'],
    ['r = @v[0]++;', 'r = Atomics.add(v, 0, 1);'],
    ['@v[i++]--;', 'Atomics.sub(v, i++, 1);'],
  ])('store: %s', (text, expected) => {
    expect(changed(text, 'store')).toBe(expected);
  });

  it.each([
    ['while (@v[0] === 0);', 'while (Atomics.load(v, 0) === 0);'],
    ['x = @v[0]!;', 'x = Atomics.load(v, 0)!;'],
    ['f(@v[w[1]]);', 'f(Atomics.load(v, w[1]));'],
    ['const [a = @v[0]] = [];', undefined],
    ['v[1] = @v[0];', 'v[1] = Atomics.load(v, 0);'],
    ['while ((@v as Int32Array)[0]! === 0);', 'while (Atomics.load((v as Int32Array), 0)! === 0);'],
    ['@v[0]++;', 'Atomics.add(v, 0, 1);'],
    ['@v[0] -= 2;', 'Atomics.sub(v, 0, 2);'],
  ])('load: %s', (text, expected) => {
    expect(changed(text, 'load')).toBe(expected);
  });

  it.each([
    ['@v[0] += x;', 'store'],
    ['r = @v[0] += 1;', 'store'],
    ['const r = (@v[0] = x);', 'store'],
    ['const r = (@v[0] = 1.5);', 'store'],
    ['() => @v[0] = x;', 'store'],
    ['for (; @v[0] = x; );', 'store'],
    ['(@v[0] = x) && a;', 'store'],
    ['@v[0] ||= 1;', 'store'],
    ['@v[0] *= 2;', 'store'],
    ['@v[0] /* why */ ++;', 'store'],
    ['[@v[0]] = [1];', 'store'],
    ['@v /* why */ [0] = 1;', 'store'],
    ['@v[0] = /* why */ 1;', 'store'],
    ['@v[a, b] = 1;', 'store'],
    ['@v.x = 1;', 'store'],
    ['@v?.[0];', 'load'],
    ['@v[0]();', 'load'],
    ['delete @v[0];', 'load'],
    ['[@v[0]] = [1];', 'load'],
    ['for (@v[0] of []);', 'load'],
    ['@v[0] = 1;', 'load'],
    ['syntax error @v[0];', 'load'],
  ] as const)('is none: %s (%s)', (text, operation) => {
    expect(changed(text, operation)).toBeUndefined();
  });
});
