import { expect, test } from 'vitest';
import type { ElementType } from '@fencepost/core';
import { isElementType, showNumber } from '@fencepost/core';

const bits = new DataView(new ArrayBuffer(8));

function bitsOf(write: (view: DataView) => void): bigint {
  bits.setBigUint64(0, 0n);
  write(bits);
  return bits.getBigUint64(0, true);
}

const CASES: readonly (readonly [form: ElementType, size: number, bits: bigint, shown: string])[] = [
  ['Int8', 1, 0xfbn, '-5'],
  ['Uint8', 1, 0xfbn, '251'],
  ['Int16', 2, 0xfffen, '-2'],
  ['Int16 big-endian', 2, 0xfeffn, '-2'],
  ['Uint32', 4, -559038737n, '3735928559'],
  ['Float16', 2, 0x3c01n, '1.0009765625'],
  ['Float16', 2, 0x8000n, '-0'],
  ['Float16', 2, 0x0001n, '5.960464477539063e-8'],
  ['Float16', 2, 0xfc00n, '-Infinity'],
  ['Float16', 2, 0x7e00n, 'NaN'],
  ['Float32', 4, bitsOf((view) => view.setFloat32(0, 0.5, true)), '0.5'],
  ['Float64', 8, bitsOf((view) => view.setFloat64(0, 1.25, true)), '1.25'],
  ['Float64', 8, bitsOf((view) => view.setFloat64(0, -0, true)), '-0'],
  ['Float64', 8, bitsOf((view) => view.setFloat64(0, NaN, true)), 'NaN'],
  ['Float64 big-endian', 8, bitsOf((view) => view.setFloat64(0, 1e300)), '1e+300'],
  ['BigInt64', 8, -1n, '-1n'],
  ['BigUint64', 8, -1n, '18446744073709551615n'],
];

test.each(CASES)('%s of %i bytes: %s is %s', (form, size, value, shown) => {
  expect(showNumber(value, size, form)).toBe(shown);
});

test('a part of a number is unsigned, and bytes are shown one by one', () => {
  expect(showNumber(-1n, 2, 'Float64')).toBe('65535');
  expect(showNumber(0x0201n, 4, 'Uint8')).toBe('[1, 2, 0, 0]');
  expect(showNumber(0x0201n, 2, undefined)).toBe('[1, 2]');
  expect(showNumber(200n, 1, undefined)).toBe('200');
});

test('forms come from recordings', () => {
  expect(['Float64', 'BigInt64 big-endian', 'Uint8'].every(isElementType)).toBe(true);
  expect([undefined, 3, 'Float', 'toString', 'constructor'].some(isElementType)).toBe(false);
});
