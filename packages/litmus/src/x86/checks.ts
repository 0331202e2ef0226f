import type { Site } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import { ADDRESS_SPACING } from '../format/variables.js';
import type { AssemblyInstruction, Opcode } from './instructions.js';
import type { X86Test } from './test.js';

const ARITHMETIC: ReadonlySet<Opcode> = new Set<Opcode>(['inc', 'dec', 'add', 'sub', 'xadd', 'and', 'or', 'xor']);
const SUBTRACTING: ReadonlySet<Opcode> = new Set<Opcode>(['dec', 'sub']);

function instructionsOf(test: X86Test): readonly AssemblyInstruction[] {
  return test.threads.flatMap((thread) => thread.instructions);
}

/**
 * Checks that all accesses of a test have one width, because memory is modelled by variables, not by bytes. Registers
 * may be used with both widths, unless a number may be negative: its upper half would then differ between the widths.
 */
export function checkWidths(test: X86Test, negativeNumbers: boolean): void {
  const sized = instructionsOf(test).filter(({ width }) => width !== undefined);
  const accesses = sized.filter(({ operands }) =>
    operands.some(({ kind }) => kind === 'variable' || kind === 'indirect'),
  );
  requireOneWidth(accesses, 'memory is accessed', 'access memory with the same width throughout the test');
  if (negativeNumbers || sized.some(({ opcode }) => SUBTRACTING.has(opcode))) {
    requireOneWidth(sized, 'numbers that may be negative are used', 'use the same width throughout the test');
  }
}

function requireOneWidth(instructions: readonly AssemblyInstruction[], what: string, hint: string): void {
  const first = instructions[0];
  const other = instructions.find(({ width }) => width !== first?.width);
  if (first === undefined || other === undefined) return;
  throw new FencepostError(
    'MIXED_SIZE',
    `${what} with ${other.width!} bits here and with ${first.width!} bits in line ${first.site.line}`,
    { site: other.site, hint },
  );
}

/**
 * Checks that values fit in 32 bits. Without jumps, each instruction runs once, so each arithmetic instruction can at
 * most double the largest value. If that bound is in range, so are the values of every execution.
 */
export function checkRange(test: X86Test, largestNumber: number): void {
  const instructions = instructionsOf(test);
  const arithmetic = instructions.filter(({ opcode }) => ARITHMETIC.has(opcode));
  const wide = arithmetic.filter(({ width }) => width !== 32);
  const bound = largestNumber * 2 ** arithmetic.length;
  const fail = (site: Site, why: string): never => {
    throw new FencepostError('LITMUS_UNSUPPORTED', why, { site, hint: 'use smaller numbers' });
  };
  if (test.usesAddresses && bound >= ADDRESS_SPACING) {
    fail(test.site, `in a test that uses addresses as values, numbers have to stay below ${ADDRESS_SPACING}`);
  }
  if (wide.length > 0 && bound >= 2 ** 31) {
    fail(wide[0]!.site, 'this might compute a number beyond 32 bits, which is not modelled');
  }
}
