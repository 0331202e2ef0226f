import { checkRange, checkWidths } from './checks.js';
import { parseCondition } from '../format/condition.js';
import { parseHeader } from '../format/header.js';
import type { InitialRegister } from '../format/initial-state.js';
import { checkThreads, parseInitialState } from '../format/initial-state.js';
import { sortObservables } from '../format/observables.js';
import { parseProgramTable } from '../format/program-table.js';
import { Source } from '../format/source.js';
import { parseInstruction } from './instructions.js';
import { ARCHITECTURES, registerNames } from './registers.js';
import type { LitmusTest } from './test.js';
import { Tokens } from '../format/tokens.js';
import { Variables } from '../format/variables.js';

/** Reads a litmus test in herd7's format. What it cannot read or we cannot model is a `FencepostError` with its place. */
export function parseLitmus(text: string, file: string): LitmusTest {
  const source = new Source(text, file);
  const { dialect: architecture, name, offset, bodyOffset } = parseHeader(source, ARCHITECTURES);
  const names = registerNames(architecture);
  const tokens = new Tokens(source, bodyOffset);
  const variables = new Variables(() => source.siteAt(tokens.endOfTaken - 1));
  const initialRegisters = parseInitialState(tokens, names, variables);
  const columns = parseProgramTable(tokens, () => parseInstruction(tokens, architecture, variables));
  checkThreads(source, initialRegisters, columns.length);
  const condition = parseCondition(tokens, names, variables, columns.length);
  const threads = columns.map((instructions, t) => ({
    name: `P${t}`,
    instructions,
    registers: registersOf(initialRegisters, t),
  }));
  const test: LitmusTest = {
    name,
    architecture,
    file,
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
    values[entry.register.index] = entry.value;
  }
  return values;
}
