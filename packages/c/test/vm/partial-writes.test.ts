import type { Cell, CellSize, RmwFunction, Site, Width } from '@fencepost/core';
import {
  RMW_FUNCTIONS,
  encodeFunction,
  modelNamed,
  isStoreBufferModel,
  readView,
  rmwResult,
  writeView,
} from '@fencepost/core';
import type { Limit } from '@fencepost/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/vm/context/context.js';
import { modifyPart, partOf, writePart } from '../../src/vm/memory/partial-writes.js';
import { bits, wordOf } from '../../src/vm/memory/words.js';

const SITE: Site = { file: 'a.c', line: 3 };
const context = (): Context => ({ limits: new Map<string, Limit>() }) as unknown as Context;
const cellOf = (size: CellSize): Cell => ({
  address: 64,
  size,
  atomic: true,
  written: true,
  partly: true,
  loose: false,
});

const sizes = fc.constantFrom<CellSize>(1, 2, 4, 8);
const parts = fc
  .tuple(fc.constantFrom<CellSize>(2, 4, 8, 16), sizes, fc.nat(15))
  .filter(([whole, size]) => size < whole)
  .map(([whole, size, at]) => ({ cell: cellOf(whole), part: { address: 64 + ((at * size) % whole), size } }));
const anything = fc.bigInt(0n, (1n << 128n) - 1n);

/** The same on bytes. */
function onBytes(cell: Cell, whole: number, change: (view: DataView) => void): number {
  const view = new DataView(new ArrayBuffer(16));
  writeView(view, 0, cell.size, whole);
  change(view);
  return readView(view, 0, cell.size);
}

describe('writes to a part of a word', () => {
  it('keep the rest', () => {
    fc.assert(
      fc.property(parts, anything, anything, ({ cell, part }, before, value) => {
        const whole = wordOf(before, cell.size);
        const { transition } = writePart(
          context(),
          cell,
          part,
          bits(wordOf(value, part.size), part.size),
          'release',
          SITE,
        );
        const offset = part.address - cell.address;
        const expected = onBytes(cell, whole, (view) => writeView(view, offset, part.size, wordOf(value, part.size)));
        expect(transition!.apply(whole)).toBe(expected);
        expect(wordOf(partOf(cell, part, expected), part.size)).toBe(wordOf(value, part.size));
      }),
    );
  });

  it('compute within it', () => {
    const functions = fc.constantFrom<RmwFunction>(...RMW_FUNCTIONS);
    fc.assert(
      fc.property(parts, functions, anything, anything, fc.boolean(), ({ cell, part }, fn, before, value, isEqual) => {
        const whole = wordOf(before, cell.size);
        const offset = part.address - cell.address;
        const operand = wordOf(value, part.size);
        const old = wordOf(partOf(cell, part, whole), part.size);
        const expected = fn === 'cas' ? (isEqual ? old : operand) : undefined;
        const ordering = { order: 'acq_rel', failureOrder: 'relaxed', site: SITE } as const;
        const { transition } = modifyPart(context(), cell, part, { fn, operand, expected }, ordering);
        const result = onBytes(cell, whole, (view) => {
          const found = readView(view, offset, part.size);
          if (expected !== undefined && found !== expected) return;
          writeView(view, offset, part.size, rmwResult(encodeFunction(fn, (8 * part.size) as Width), found, operand));
        });
        expect(transition!.apply(whole)).toBe(result);
      }),
    );
  });

  it.each([
    ['release', ['tso', 'pso', 'rc11', 'arm64']],
    ['seq_cst', ['rc11', 'arm64']],
  ] as const)('are not all that a model allows: %s', (order, expected) => {
    const here = context();
    writePart(here, cellOf(8), { address: 64, size: 2 }, 1n, order, SITE);
    expect([...here.limits.values()][0]?.models).toEqual(expect.arrayContaining([...expected]));
    expect([...here.limits.values()][0]?.models).not.toContain('sc');
  });

  it('are all of it where they are read-modify-writes and there are store buffers', () => {
    const here = context();
    const ordering = { order: 'relaxed', failureOrder: 'relaxed', site: SITE } as const;
    modifyPart(here, cellOf(8), { address: 68, size: 4 }, { fn: 'add', operand: 1, expected: undefined }, ordering);
    const [{ models = [] } = {}] = [...here.limits.values()];
    expect(models.length).toBeGreaterThan(0);
    expect(models.some((name) => isStoreBufferModel(modelNamed(name)))).toBe(false);
  });
});
