import type { Body } from '../context/body.js';
import { parseCall } from '../syntax/calls.js';
import type { ModuleContext } from '../context/context.js';
import { calleeOf } from '../analysis/failing-functions.js';
import type { Block, Instruction } from '../syntax/function.js';
import { Cursor } from '../syntax/lexer.js';
import { MAIN_NAMES } from '../syntax/module.js';
import type { Value } from '../syntax/values.js';
import { nameOf, parseTypedValue } from '../syntax/values.js';

/** Functions that never return and are not failures. */
const ENDING = /^@(?:exit|_exit|_Exit|quick_exit|pthread_exit|thrd_exit|longjmp|_longjmp|siglongjmp)$/;
/** Functions that throw: not failures if the program has handlers. */
const THROWING = /^@(?:__cxa_(?:re)?throw|_ZSt\d+__throw_\w+|_ZSt17rethrow_exception\w+)$/;

/** A notification before an instruction is executed. */
export interface Mark {
  readonly kind: 'assertion' | 'return';
  /** The value that main returns. */
  readonly value?: Value;
}

/**
 * Returns the branches that decide whether an assertion fails, and the places where main's return value is set. They
 * distinguish a safe program from one that has checked nothing.
 */
export function marksOf({ context, fn }: Body, blocks: readonly Block[]): ReadonlyMap<Instruction, Mark> {
  const marks = new Map<Instruction, Mark>(MAIN_NAMES.has(fn.signature.name) ? returnsOf(blocks) : []);
  if (context.options.foreign === true) return marks;
  const failing = new Set(blocks.filter((block) => fails(context, block)).map(({ label }) => `%${label}`));
  if (failing.size === 0) return marks;
  for (const { last } of decisionsOf(blocks, failing, context)) {
    const site = context.debugInfo.site(last.location);
    // Assertions in system headers are not part of the user's code.
    if (site === undefined || !context.debugInfo.isForeign(site)) marks.set(last, { kind: 'assertion' });
  }
  return marks;
}

/** A branch at the end of a block. `label` is that of the block. */
interface Branch {
  readonly label: string;
  readonly last: Instruction;
  readonly targets: readonly string[];
  /** `queue.c:12`; empty if unknown. */
  readonly line: string;
}

/**
 * Returns the branches that lead to a failure. For `assert(a || b)`, also returns branches in the same line whose
 * targets are such branches or the code after the assertion.
 */
function decisionsOf(
  blocks: readonly Block[],
  failing: ReadonlySet<string>,
  { debugInfo }: ModuleContext,
): readonly Branch[] {
  const branches = blocks.flatMap(({ label, instructions }): Branch[] => {
    const last = instructions.at(-1);
    if (last === undefined || !['br', 'switch'].includes(last.opcode)) return [];
    const targets = last.tokens.filter((_, i) => last.tokens[i - 1]?.text === 'label').map(({ text }) => text);
    const site = debugInfo.site(last.location);
    const line = site === undefined ? '' : `${site.file}:${site.line}`;
    return targets.length < 2 ? [] : [{ label: `%${label}`, last, targets, line }];
  });
  const decisions = branches.filter(({ targets }) => targets.some((label) => failing.has(label)));
  for (let before = 0; before !== decisions.length;) {
    before = decisions.length;
    for (const branch of branches) {
      if (branch.line === '' || decisions.includes(branch)) continue;
      const near = decisions.filter(({ line }) => line === branch.line);
      const isDecision = (label: string): boolean => near.some((each) => each.label === label);
      const isPast = (label: string): boolean => near.some(({ targets }) => targets.includes(label));
      if (branch.targets.some(isDecision) && branch.targets.every((label) => isDecision(label) || isPast(label)))
        decisions.push(branch);
    }
  }
  return decisions;
}

function fails(context: ModuleContext, { instructions }: Block): boolean {
  if (instructions.some((each) => context.failing.has(calleeOf(each)))) return true;
  const [call, last] = instructions.slice(-2);
  if (call?.opcode !== 'call' || last?.opcode !== 'unreachable') return false;
  const name = calleeOf(call);
  const attributes = [...parseCall(call).attributes, ...(context.signatureOf(name)?.attributes ?? [])];
  if (context.options.unwinding === true && THROWING.test(name)) return false;
  return !ENDING.test(name) && context.hasAttribute(attributes, 'noreturn');
}

/**
 * Returns the marks for main's return values. Without optimisation, `return` stores its value in a variable, and that
 * store has the place of the statement.
 */
function returnsOf(blocks: readonly Block[]): [Instruction, Mark][] {
  const all = blocks.flatMap(({ instructions }) => instructions);
  const ret = all.find(({ opcode }) => opcode === 'ret');
  if (ret?.tokens[1]?.text !== 'i32') return [];
  const { value } = parseTypedValue(new Cursor(ret.tokens, 1));
  const load = all.find(({ result, opcode }) => opcode === 'load' && result === nameOf(value));
  const variable = load?.tokens.find(({ kind }) => kind === 'local')?.text;
  if (variable === undefined) return [[ret, { kind: 'return', value }]];
  return all.flatMap((each): [Instruction, Mark][] => {
    if (each.opcode !== 'store' || each.tokens[1]?.text !== 'i32') return [];
    const cursor = new Cursor(each.tokens, 1);
    const stored = parseTypedValue(cursor);
    cursor.expect(',');
    const to = parseTypedValue(cursor);
    return nameOf(to.value) === variable ? [[each, { kind: 'return', value: stored.value }]] : [];
  });
}
