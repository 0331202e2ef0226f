import { parseSizedThreads } from '../aarch64/parse.js';
import { factsOf } from '../axiomatic/parse.js';
import { parseCondition } from '../format/condition.js';
import type { Header } from '../format/header.js';
import { parseHeader } from '../format/header.js';
import { Source } from '../format/source.js';
import type { LitmusVariable } from '../format/variables.js';
import type { SizedTest } from './test.js';

/** Bytes that belong to a variable at least. A word at its address is within it, whatever its type. */
const LEAST_BYTES = 8;

/** Reads a litmus test of AArch64 with the bytes of its variables, also if all accesses have one size. */
export function parseSizedTest(text: string, file: string): SizedTest {
  const source = new Source(text, file);
  return parseSized(source, parseHeader(source, ['AArch64']));
}

/** Parses the part after the header of an AArch64 test whose accesses differ in size. */
export function parseSized(source: Source, { name, offset, bodyOffset }: Header<string>): SizedTest {
  const { tokens, variables, names, threads, sizes } = parseSizedThreads(source, bodyOffset);
  const condition = parseCondition(tokens, names, variables, threads.length);
  // A variable without a type is as large as the largest access.
  const usual = Math.max(4, ...sizes);
  const sizeOf = ({ size }: LitmusVariable): number => size ?? usual;
  const all = variables.list();
  return {
    dialect: 'AArch64',
    sized: {
      threads,
      variables: all.map((variable) => ({
        address: variable.address,
        size: Math.max(LEAST_BYTES, sizeOf(variable)),
        initial: BigInt.asUintN(8 * sizeOf(variable), BigInt(variable.initial)),
      })),
    },
    sizes: new Map(all.map((variable) => [variable.address, sizeOf(variable)])),
    ...factsOf(source, name, offset, variables, condition),
  };
}
