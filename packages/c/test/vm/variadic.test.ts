import { describe, expect, it } from 'vitest';
import { PackedArguments } from '../../src/vm/threads/variadic.js';

const memory = new DataView(new ArrayBuffer(128));

describe('variadic arguments', () => {
  it('have room for a pointer each', () => {
    memory.setInt32(16, -7, true);
    memory.setBigInt64(24, -(2n ** 40n), true);
    memory.setInt32(32, 2 ** 31 - 1, true);
    memory.setFloat64(40, 2.5, true);
    memory.setBigUint64(48, 0x1234_5678n, true);
    memory.setInt32(56, 1, true);
    memory.setInt32(64, 2, true);
    const args = new PackedArguments(memory, 16, 8);
    expect([args.int(), args.long(), args.int(), args.double()]).toEqual([-7, -(2n ** 40n), 2 ** 31 - 1, 2.5]);
    expect([args.pointer(), args.int(), args.int()]).toEqual([0x1234_5678, 1, 2]);
  });

  it('have pointers of 4 bytes in a program for 32 bits', () => {
    memory.setInt32(64, 5, true);
    memory.setUint32(68, 0xffff_fff0, true);
    memory.setBigInt64(72, 9n, true);
    const args = new PackedArguments(memory, 64, 4);
    expect([args.int(), args.pointer(), args.long()]).toEqual([5, 0xffff_fff0, 9n]);
  });

  it('start where the buffer does, aligned or not', () => {
    memory.setFloat64(88, -0.25, true);
    expect(new PackedArguments(memory, 84, 8).double()).toBe(-0.25);
  });
});
