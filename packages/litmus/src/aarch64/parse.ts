import type { ProgramThread, Word } from '@fencepost/axioms';
import { FencepostError } from '@fencepost/core';
import { checkThreads, parseInitialState } from '../format/initial-state.js';
import { parseProgramTable } from '../format/program-table.js';
import type { Source } from '../format/source.js';
import type { ParsedThreads } from '../format/threads.js';
import { LITMUS, Tokens } from '../format/tokens.js';
import { ADDRESS_SPACING, Variables, WIDE_ADDRESSES } from '../format/variables.js';
import type { AnyInstruction, Cell } from './instructions.js';
import { parseCell } from './instructions.js';
import { REGISTER_NAMES } from './registers.js';

/** The threads of a test, and the numbers of bytes that its accesses have. */
export interface AArch64Threads<W extends Word> extends Omit<ParsedThreads, 'threads'> {
  readonly threads: readonly ProgramThread<W>[];
  readonly sizes: readonly number[];
}

/**
 * Parses the initial state and the program table of an AArch64 test whose accesses are all to whole variables of one
 * size.
 */
export function parseAArch64Threads(source: Source, bodyOffset: number): AArch64Threads<number> {
  const { cells, ...parsed } = parse(source, bodyOffset, false);
  checkWidths(source, cells);
  checkRange(parsed.tokens, cells);
  return { ...parsed, threads: parsed.threads as readonly ProgramThread[] };
}

/** Parses an AArch64 test whose accesses differ in size. */
export function parseSizedThreads(source: Source, bodyOffset: number): AArch64Threads<bigint> {
  const { cells: _, ...parsed } = parse(source, bodyOffset, true);
  return { ...parsed, threads: parsed.threads as readonly ProgramThread<bigint>[] };
}

function parse(
  source: Source,
  bodyOffset: number,
  isWide: boolean,
): AArch64Threads<Word> & { readonly cells: readonly Cell[] } {
  const tokens = new Tokens(source, bodyOffset, LITMUS, isWide);
  const variables = new Variables(() => source.siteAt(tokens.endOfTaken - 1), isWide ? WIDE_ADDRESSES : 0);
  const initial = parseInitialState(tokens, REGISTER_NAMES, variables);
  const columns = parseProgramTable(tokens, () => parseCell(tokens, variables));
  checkThreads(source, initial, columns.length);
  const cells = columns.flat();
  const threads = columns.map((column, t): ProgramThread<Word> => ({
    instructions: resolveJumps(source, column),
    registers: new Map(
      initial.flatMap(({ thread, register, value }) => (thread === t ? [[register.name, value]] : [])),
    ),
  }));
  const sizes = cells.flatMap(({ bytes }) => bytes ?? []);
  return { tokens, variables, names: REGISTER_NAMES, threads, sizes, cells };
}

/** Converts jumps to numbers of instructions to skip. Without backward jumps, every thread ends. */
function resolveJumps(source: Source, cells: readonly Cell[]): AnyInstruction[] {
  const positions = new Map<string, number>();
  let position = 0;
  for (const { labels, instructions } of cells) {
    for (const { text, offset } of labels) {
      if (positions.has(text)) throw source.syntaxError(offset, `this thread has two labels '${text}'`);
      positions.set(text, position);
    }
    position += instructions.length;
  }
  const coded = cells.flatMap(({ instructions, target }) => instructions.map((each) => ({ ...each, target })));
  return coded.map(({ target, ...instruction }, i) => {
    if (target === undefined || instruction.op !== 'skip') return instruction;
    const to = positions.get(target.text);
    if (to === undefined) throw source.syntaxError(target.offset, `this thread has no label '${target.text}'`);
    if (to > i) return { ...instruction, count: to - i - 1 };
    throw source.unsupported(target.offset, 'backward jumps are not supported', 'unroll the loop');
  });
}

/** Checks that all accesses have one width, because memory is modelled by variables, not by bytes. */
function checkWidths(source: Source, cells: readonly Cell[]): void {
  const accesses = cells.filter(({ bytes }) => bytes !== undefined);
  const first = accesses[0];
  const other = accesses.find(({ bytes }) => bytes !== first?.bytes);
  if (first === undefined || other === undefined) return;
  const { line } = source.siteAt(first.offset);
  const message = `memory is accessed with ${8 * other.bytes!} bits here and with ${8 * first.bytes!} bits in line ${line}`;
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
  const growing = cells.filter(({ instructions }) => instructions.some(mayGrow));
  if (tokens.largestNumber * 2 ** growing.length < ADDRESS_SPACING) return;
  throw tokens.source.unsupported(
    growing[0]?.offset ?? 0,
    `numbers may exceed ${ADDRESS_SPACING}, where addresses begin`,
    'use smaller numbers',
  );
}

function mayGrow(instruction: AnyInstruction): boolean {
  if (instruction.op === 'rmw') return instruction.fn !== 'exchange';
  return instruction.op === 'assign' && typeof instruction.value === 'object' && 'op' in instruction.value;
}
