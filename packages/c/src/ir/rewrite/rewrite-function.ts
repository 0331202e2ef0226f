import { FencepostError } from '@fencepost/core';
import { announce } from './emit-loop-state.js';
import { Body } from '../context/body.js';
import { isByValue, parseCall } from '../syntax/calls.js';
import type { Carried } from './loop-state.js';
import { CarriedState } from './loop-state.js';
import { withLiterals } from './literal-scopes.js';
import { emitMark, scopesOf } from './scopes.js';
import { stackScopesOf } from './stack-scopes.js';
import { controlFlow } from '../analysis/control-flow.js';
import type { ModuleContext } from '../context/context.js';
import { DEPTH, longDouble } from '../context/context.js';
import { unsupported } from '../../unsupported.js';
import { privatePointers } from '../analysis/escape.js';
import type { Block, FunctionDefinition, Instruction } from '../syntax/function.js';
import type { Loop } from '../analysis/control-flow-loops.js';
import { findLoops } from '../analysis/control-flow-loops.js';
import type { Mark } from './emit-notifications.js';
import { marksOf } from './emit-notifications.js';
import { beginSpecial } from './special-functions.js';
import { refuse, rewriteInstruction } from './rewrite-instruction.js';
import { withThreadLocals } from './thread-locals.js';
import { withUnwinding } from './unwinding.js';
import { withJumps } from './jumps.js';

/** Returns the lines of a function without assembly, with its accesses made visible. */
export function rewriteFunction(context: ModuleContext, fn: FunctionDefinition): string[] {
  const { result, parameters, subprogram } = fn.signature;
  if ([result, ...parameters.map(({ type }) => type)].some(({ text }) => text.includes('x86_fp80'))) {
    throw longDouble(context.debugInfo.declarationSite(context.metadata.node(subprogram)));
  }
  const unwinding = context.options.unwinding === true;
  const { blocks, successors } = controlFlow(
    unwinding ? withJumps(context, withUnwinding(context, fn)) : fn,
    unwinding,
  );
  const flowing = { ...fn, blocks };
  const body = new Body(context, flowing, privatePointers(flowing, context.isLibrary));
  body.scopes = withLiterals(body, blocks, successors, scopesOf(body, blocks, successors));
  if (needsFrame(body, blocks)) {
    body.frame = body.fresh();
    body.stackScopes = stackScopesOf(body, blocks, successors);
    body.prelude.push(...body.stackScopes.slots.map((slot) => `${slot} = alloca i32`));
  }
  const found = findLoops(successors);
  const state = found.length === 0 ? undefined : new CarriedState(body, blocks, successors, found);
  if (found.length > 0) countActivations(body);
  const loops = found.map((loop) => ({
    ...loop,
    number: loopNumber(body, blocks, loop, state!),
    carried: state!.of(loop),
  }));
  const marks = marksOf(body, blocks);
  blocks.forEach((block, index) => {
    body.lines.push(`${block.label}:`);
    body.isRepeated = loops.some((loop) => loop.body.has(index));
    if (index === 0) beginSpecial(body);
    rewriteBlock(body, block, {
      marks,
      headed: loops.filter(({ header }) => header === index),
      entered: loops.filter(({ entries }) => entries.includes(index)).map(({ number }) => number),
    });
  });
  if (body.frame !== undefined) body.prelude.unshift(`${body.frame} = ${context.imports.call('frame')}`);
  // Inserted after the label of the entry block, which has no phis.
  body.lines.splice(1, 0, ...body.prelude.map((line) => `  ${line}`));
  return [header(context, fn), ...body.lines, '}'];
}

function header(context: ModuleContext, { signature }: FunctionDefinition): string {
  // The program's own version of a function of the library takes precedence.
  const given = context.options.foreign === true && signature.linkage.length === 0 ? ['weak'] : signature.linkage;
  const linkage = given
    .filter((word) => word !== 'default' && word !== 'external')
    // No other module defines it.
    .map((word) => (word === 'available_externally' ? 'linkonce_odr' : word));
  const list = signature.parameters.map(({ type, name }) => `${type.text} ${name}`);
  if (signature.variadic) list.push('...');
  const comdat = signature.comdat === '' ? '' : ` comdat(${signature.comdat})`;
  const words = ['define', ...linkage, signature.result.text, `${context.defines(signature.name)}(${list.join(', ')})`];
  return `${words.join(' ')} #0${comdat} {`;
}

/**
 * Counts the active functions with loops: this depth distinguishes the loops of one activation from those of others.
 */
function countActivations(body: Body): void {
  body.context.countsActivations = true;
  const [outside, inside] = [body.fresh(), body.fresh()];
  body.depth = { outside, inside };
  body.prelude.push(
    `${outside} = load i32, ptr ${DEPTH}`,
    `${inside} = add i32 ${outside}, 1`,
    `store i32 ${inside}, ptr ${DEPTH}`,
  );
}

function needsFrame(body: Body, blocks: readonly Block[]): boolean {
  return blocks.some(({ instructions }) =>
    instructions.some((instruction) => {
      if (instruction.opcode === 'alloca') return !body.isPrivateResult(instruction);
      if (instruction.opcode !== 'call' && instruction.opcode !== 'invoke') return false;
      return (
        instruction.tokens.some(({ text }) => text === 'byval') &&
        parseCall(instruction).arguments.some(({ attributes }) => isByValue(attributes))
      );
    }),
  );
}

function loopNumber(body: Body, blocks: readonly Block[], loop: Loop, state: CarriedState): number {
  const { debugInfo } = body.context;
  const closing = loop.latches.map((latch) => debugInfo.loopSite(blocks[latch]?.instructions.at(-1)?.loop));
  const inHeader = (blocks[loop.header]?.instructions ?? []).map(({ location }) => debugInfo.site(location));
  const site = [...closing, ...inHeader].find((each) => each !== undefined);
  return body.context.loop({
    ...debugInfo.place(site),
    function: body.context.functionName(body.fn.signature),
    comparable: state.isComparable(loop),
    counted: state.isCounted(loop),
  });
}

interface HeadedLoop {
  readonly number: number;
  readonly carried: readonly Carried[];
}

/** Notifications to add to a block's own instructions. */
interface Around {
  readonly headed: readonly HeadedLoop[];
  readonly entered: readonly number[];
  readonly marks: ReadonlyMap<Instruction, Mark>;
}

function rewriteBlock(body: Body, block: Block, { headed, entered, marks }: Around): void {
  let previous: Instruction | undefined;
  let announced = false;
  block.instructions.forEach((instruction, index) => {
    if (!announced && instruction.opcode !== 'phi') {
      for (const { number, carried } of headed) {
        announce(body, carried);
        body.call('loop', number, body.depth!.inside);
      }
      announced = true;
    }
    if (index === block.instructions.length - 1) {
      for (const number of entered) body.call('loop_enter', number, body.depth!.inside);
    }
    body.context.site = body.context.debugInfo.site(instruction.location);
    for (const mark of body.scopes.literals.get(instruction) ?? []) emitMark(body, mark);
    announceMark(body, marks.get(instruction));
    if (instruction.tokens.some(({ text }) => text === 'x86_fp80')) throw longDouble(body.site);
    located(body, instruction, () => rewriteInstruction(body, withThreadLocals(body, instruction), previous));
    previous = instruction;
  });
}

function announceMark(body: Body, mark: Mark | undefined): void {
  if (mark === undefined) return;
  const label = body.label({ kind: mark.kind, size: 0, order: 'plain' });
  body.call('reached', label, mark.value === undefined ? 0 : body.text(mark.value));
}

/**
 * Adds the place of the instruction to errors without one. Unsupported accesses to shared vectors matter only if a
 * thread executes them: libraries contain such code for cases that never occur.
 */
function located(body: Body, instruction: Instruction, rewrite: () => void): void {
  const written = body.lines.length;
  try {
    rewrite();
  } catch (error) {
    if (!(error instanceof FencepostError)) throw error;
    if (!isVectorAccess(instruction)) {
      throw error.site === undefined ? unsupported(error.message, body.site, error.hint) : error;
    }
    body.lines.length = written;
    refuse(body, error.message, error.hint);
    body.keep(instruction);
  }
}

function isVectorAccess({ opcode, tokens }: Instruction): boolean {
  return (opcode === 'load' || opcode === 'store') && tokens[1]?.text === '<';
}
