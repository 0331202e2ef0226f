import type { Instruction, ProgramThread } from '@fencepost/axioms';
import { FencepostError } from '@fencepost/core';
import { checkThreads, parseInitialState } from '../format/initial-state.js';
import { parseProgramTable } from '../format/program-table.js';
import type { Source } from '../format/source.js';
import type { ParsedThreads } from '../format/threads.js';
import { Tokens } from '../format/tokens.js';
import { ADDRESS_SPACING, Variables } from '../format/variables.js';
import type { Cell } from './instructions.js';
import { parseCell } from './instructions.js';
import { REGISTER_NAMES } from './registers.js';

/** Parses the initial state and the program table of an AArch64 test. */
export function parseAArch64Threads(source: Source, bodyOffset: number): ParsedThreads {
  const tokens = new Tokens(source, bodyOffset);
  const variables = new Variables(() => source.siteAt(tokens.endOfTaken - 1));
  const initial = parseInitialState(tokens, REGISTER_NAMES, variables);
  const columns = parseProgramTable(tokens, () => parseCell(tokens, variables));
  checkThreads(source, initial, columns.length);
  checkWidths(source, columns.flat());
  checkRange(tokens, columns.flat());
  const threads = columns.map((cells, t): ProgramThread => ({
    instructions: resolveJumps(source, cells),
    registers: new Map(
      initial.flatMap(({ thread, register, value }) => (thread === t ? [[register.name, value]] : [])),
    ),
  }));
  return { tokens, variables, names: REGISTER_NAMES, threads };
}

/** Converts jumps to numbers of instructions to skip. Without backward jumps, every thread ends. */
function resolveJumps(source: Source, cells: readonly Cell[]): Instruction[] {
  const positions = new Map<string, number>();
  const coded = cells.filter(({ instruction }) => instruction !== undefined);
  let position = 0;
  for (const { labels, instruction } of cells) {
    for (const { text, offset } of labels) {
      if (positions.has(text)) throw source.syntaxError(offset, `this thread has two labels '${text}'`);
      positions.set(text, position);
    }
    if (instruction !== undefined) position++;
  }
  return coded.map(({ instruction, target }, i) => {
    if (target === undefined || instruction?.op !== 'skip') return instruction!;
    const to = positions.get(target.text);
    if (to === undefined) throw source.syntaxError(target.offset, `this thread has no label '${target.text}'`);
    if (to > i) return { ...instruction, count: to - i - 1 };
    throw source.unsupported(target.offset, 'backward jumps are not supported', 'unroll the loop');
  });
}

/** Checks that all accesses have one width, because memory is modelled by variables, not by bytes. */
function checkWidths(source: Source, cells: readonly Cell[]): void {
  const accesses = cells.filter(({ width }) => width !== undefined);
  const first = accesses[0];
  const other = accesses.find(({ width }) => width !== first?.width);
  if (first === undefined || other === undefined) return;
  const { line } = source.siteAt(first.offset);
  const message = `memory is accessed with ${other.width!} bits here and with ${first.width!} bits in line ${line}`;
  throw new FencepostError('MIXED_SIZE', message, {
    site: source.siteAt(other.offset),
    hint: 'access memory with the same width throughout the test',
  });
}

/**
 * Checks that no number overflows or could be an address. Without loops, each instruction at most doubles the largest
 * number.
 */
function checkRange(tokens: Tokens, cells: readonly Cell[]): void {
  const growing = cells.filter(({ instruction }) => instruction !== undefined && mayGrow(instruction));
  if (tokens.largestNumber * 2 ** growing.length < ADDRESS_SPACING) return;
  throw tokens.source.unsupported(
    growing[0]?.offset ?? 0,
    `numbers might grow beyond ${ADDRESS_SPACING}, where addresses are`,
    'use smaller numbers',
  );
}

function mayGrow(instruction: Instruction): boolean {
  if (instruction.op === 'rmw') return instruction.fn !== 'exchange';
  return instruction.op === 'assign' && typeof instruction.value === 'object' && 'op' in instruction.value;
}
