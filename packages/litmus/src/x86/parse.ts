import { checkRange, checkWidths } from './checks.js';
import { parseCondition } from '../format/condition.js';
import type { Header } from '../format/header.js';
import type { InitialRegister } from '../format/initial-state.js';
import { checkThreads, parseInitialState } from '../format/initial-state.js';
import { sortObservables } from '../format/observables.js';
import { parseProgramTable } from '../format/program-table.js';
import type { Source } from '../format/source.js';
import { parseInstruction } from './instructions.js';
import type { Architecture } from './registers.js';
import { registerNames } from './registers.js';
import type { X86Test } from './test.js';
import { Tokens } from '../format/tokens.js';
import { Variables } from '../format/variables.js';

/** Parses the part of an x86 test after its header. */
export function parseX86(source: Source, { dialect, name, offset, bodyOffset }: Header<Architecture>): X86Test {
  const names = registerNames(dialect);
  const tokens = new Tokens(source, bodyOffset);
  const variables = new Variables(() => source.siteAt(tokens.endOfTaken - 1));
  const initialRegisters = parseInitialState(tokens, names, variables);
  const columns = parseProgramTable(tokens, () => parseInstruction(tokens, dialect, variables));
  checkThreads(source, initialRegisters, columns.length);
  const condition = parseCondition(tokens, names, variables, columns.length);
  const threads = columns.map((instructions, t) => ({
    name: `P${t}`,
    instructions,
    registers: registersOf(initialRegisters, t),
  }));
  const test: X86Test = {
    name,
    dialect,
    file: source.file,
    variables: variables.list(),
    threads,
    observed: sortObservables(condition.mentioned),
    quantifier: condition.quantifier,
    proposition: condition.proposition,
    conditionText: condition.text,
    usesAddresses: variables.pointersUsed,
    site: source.siteAt(offset),
  };
  checkWidths(test, tokens.negativeNumbers);
  checkRange(test, tokens.largestNumber);
  return test;
}

function registersOf(initial: readonly InitialRegister[], thread: number): number[] {
  const values: number[] = [];
  for (const entry of initial) {
    if (entry.thread !== thread) continue;
    while (values.length <= entry.register.index) values.push(0);
    values[entry.register.index] = Number(entry.value);
  }
  return values;
}
