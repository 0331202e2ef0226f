import type { CellSize, ElementType, RmwFunction, Width } from '@fencepost/core';
import { decodeWide, encodeFunction, encodeWide, rmwResult } from '@fencepost/core';
import type { Access } from '@fencepost/wasm';
import type { AccessOrder } from '../memory/model/operations.js';
import { current } from '../world/running/current.js';
import type { AccessedSharedMemory } from './shared-memory.js';

// Loads, stores and updates of single words. Narrow accesses of 64-bit instructions also take and return BigInts.

type ElementSize = 1 | 2 | 4 | 8;

function sizeOf({ size }: Access): ElementSize {
  return size as ElementSize;
}

function orderOf({ isAtomic }: Access): AccessOrder {
  return isAtomic ? 'seq_cst' : 'plain';
}

/** Returns the form in which reports show the value. */
function formOf({ size, isFloat, isSigned }: Access): ElementType {
  if (isFloat) return size === 4 ? 'Float32' : 'Float64';
  if (size === 8) return 'BigInt64';
  return size === 4 || isSigned ? (`Int${8 * size}` as ElementType) : (`Uint${8 * size}` as ElementType);
}

function locate(access: Access, memory: AccessedSharedMemory, address: number): number {
  const size = sizeOf(access);
  const offset = memory.offsetOf(address, access.offset, size, access.isAtomic);
  memory.name(offset, formOf(access));
  return offset;
}

/** Converts a word to an integer of at most 32 bits. */
function narrow(word: number, { size, isSigned }: Access): number {
  const unused = 32 - 8 * size;
  return isSigned ? (word << unused) >> unused : word;
}

/** Converts an integer of at most 32 bits to a word. */
function wordOf(value: number, size: ElementSize): number {
  return size === 4 ? value | 0 : value & (2 ** (8 * size) - 1);
}

function wordOfWide(value: bigint, size: ElementSize): number {
  return size === 8 ? encodeWide(BigInt.asIntN(64, value)) : wordOf(Number(BigInt.asIntN(32, value)), size);
}

function widen(word: number, access: Access): bigint {
  if (access.size === 8) return decodeWide(word);
  const value = narrow(word, access);
  return BigInt(access.size === 4 && !access.isSigned ? value >>> 0 : value);
}

function load(access: Access, memory: AccessedSharedMemory, address: number): number {
  const offset = locate(access, memory, address);
  return memory.memory.read(offset, sizeOf(access), orderOf(access));
}

export function load32(access: Access, memory: AccessedSharedMemory, address: number): number {
  return narrow(load(access, memory, address), access);
}

export function load64(access: Access, memory: AccessedSharedMemory, address: number): bigint {
  return widen(load(access, memory, address), access);
}

function store(access: Access, memory: AccessedSharedMemory, address: number, word: number): void {
  const offset = locate(access, memory, address);
  memory.memory.write(offset, sizeOf(access), word, orderOf(access));
}

export function store32(access: Access, memory: AccessedSharedMemory, address: number, value: number): void {
  store(access, memory, address, wordOf(value, sizeOf(access)));
}

export function store64(access: Access, memory: AccessedSharedMemory, address: number, value: bigint): void {
  store(access, memory, address, wordOfWide(value, sizeOf(access)));
}

function update(
  access: Access,
  { memory, ...of }: { readonly memory: AccessedSharedMemory; readonly address: number },
  operand: number,
  expected?: number,
): number {
  const offset = locate(access, memory, of.address);
  const size: CellSize = sizeOf(access);
  const fn = access.kind as RmwFunction;
  const words = memory.memory;
  if (current.run !== undefined) return words.modify(offset, size, fn, operand, expected);
  const old = words.read(offset, size, 'seq_cst');
  if (fn === 'cas' && old !== expected) return old;
  words.write(offset, size, rmwResult(encodeFunction(fn, (8 * size) as Width), old, operand), 'seq_cst');
  return old;
}

export function update32(access: Access, memory: AccessedSharedMemory, address: number, operand: number): number {
  return narrow(update(access, { memory, address }, wordOf(operand, sizeOf(access))), access);
}

export function update64(access: Access, memory: AccessedSharedMemory, address: number, operand: bigint): bigint {
  return widen(update(access, { memory, address }, wordOfWide(operand, sizeOf(access))), access);
}

/** The operands of a compare-and-exchange. */
interface Exchange<T> {
  readonly address: number;
  readonly expected: T;
  readonly replacement: T;
}

export function exchange32(access: Access, memory: AccessedSharedMemory, exchange: Exchange<number>): number {
  const size = sizeOf(access);
  const { address, expected, replacement } = exchange;
  return narrow(update(access, { memory, address }, wordOf(replacement, size), wordOf(expected, size)), access);
}

export function exchange64(access: Access, memory: AccessedSharedMemory, exchange: Exchange<bigint>): bigint {
  const size = sizeOf(access);
  const { address, expected, replacement } = exchange;
  return widen(update(access, { memory, address }, wordOfWide(replacement, size), wordOfWide(expected, size)), access);
}
