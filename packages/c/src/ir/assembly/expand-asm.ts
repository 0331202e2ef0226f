import { FencepostError, documentation } from '@fencepost/core';
import { AsmMachine } from './asm-machine.js';
import type { AsmScope } from './asm-machine.js';
import type { Binding } from './asm-operands.js';
import { bindOperands } from './asm-operands.js';
import { conditionBit } from './asm-conditions.js';
import { readTemplate } from './asm-statements.js';
import { AsmTranslation } from './asm-translation.js';
import type { Call } from '../syntax/calls.js';
import { parseCall } from '../syntax/calls.js';
import type { ModuleContext } from '../context/context.js';
import type { FunctionDefinition, Instruction } from '../syntax/function.js';
import { parseInstruction } from '../syntax/function.js';
import { tokenize } from '../syntax/lexer.js';
import { withPredecessors } from './split-blocks.js';

const HINT = `use C11 atomics or builtins instead; ${documentation('reference/c')} lists the supported instructions`;

/**
 * Replaces inline assembly by equivalent LLVM IR before any other pass reads the function, so that its loops and its
 * accesses to memory are visible. An unknown statement becomes a `refuse`, which matters only if a thread executes it.
 */
export function withoutAssembly(context: ModuleContext, fn: FunctionDefinition): FunctionDefinition {
  if (!fn.blocks.some(({ instructions }) => instructions.some(isAssembly))) return fn;
  const variables = new Map<string, string>();
  const last = new Map<string, string>();
  let statements = 0;
  const blocks = fn.blocks.flatMap((block) => {
    const parts: { label: string; instructions: Instruction[] }[] = [{ label: block.label, instructions: [] }];
    for (const instruction of block.instructions) {
      if (!isAssembly(instruction)) {
        parts.at(-1)!.instructions.push(instruction);
        continue;
      }
      const lines = expand(context, instruction, `${fn.freshPrefix}asm${statements++}.`, variables);
      for (const line of lines) {
        if (typeof line !== 'string') parts.at(-1)!.instructions.push(line);
        else if (line.endsWith(':')) parts.push({ label: line.slice(0, -1), instructions: [] });
        else parts.at(-1)!.instructions.push(read(line, instruction));
      }
    }
    last.set(`%${block.label}`, `%${parts.at(-1)!.label}`);
    return parts;
  });
  const [entry, ...rest] = blocks.map((block) => withPredecessors(block, last));
  const allocas = [...variables].map(([name, type]) => read(`${name} = alloca ${type}`, undefined));
  return { ...fn, blocks: [{ ...entry!, instructions: [...allocas, ...entry!.instructions] }, ...rest] };
}

function isAssembly({ opcode, tokens }: Instruction): boolean {
  return (
    (opcode === 'call' || opcode === 'callbr' || opcode === 'invoke') &&
    tokens.some(({ kind, text }) => kind === 'word' && text === 'asm')
  );
}

function read(line: string, { location }: { readonly location: string | undefined } = { location: undefined }) {
  return { ...parseInstruction(tokenize(line)), location };
}

/** Expands a statement to lines of IR and instructions of our own. */
function expand(
  context: ModuleContext,
  instruction: Instruction,
  prefix: string,
  variables: Map<string, string>,
): readonly (string | Instruction)[] {
  if (instruction.opcode === 'callbr') {
    return [refusal(instruction, 'assembly that jumps (asm goto) is not supported', undefined), 'unreachable'];
  }
  const call = parseCall(instruction);
  const { template = '', constraints = '' } = call.assembly ?? {};
  const own = new Map<string, string>();
  const lines = translate(context, call, { template, constraints, result: instruction.result }, prefix, own);
  const branch = call.normal === undefined ? [] : [`br label ${call.normal}`];
  if (lines === undefined) {
    const message = `the inline assembly "${template}" is not supported`;
    const nothing =
      instruction.result === undefined ? [] : [`${instruction.result} = freeze ${call.result.text} zeroinitializer`];
    return [refusal(instruction, message, HINT), ...nothing, ...branch];
  }
  for (const [name, type] of own) variables.set(name, type);
  const cleared = [...own].map(([name, type]) => `store ${type} ${type === 'i1' ? 'false' : '0'}, ptr ${name}`);
  const marked = lines.isOfX86 ? [marker(instruction)] : [];
  return [...marked, ...cleared, ...lines.text, ...branch];
}

/** Translates a statement; undefined if part of it is unknown. */
function translate(
  context: ModuleContext,
  call: Call,
  statement: { readonly template: string; readonly constraints: string; readonly result: string | undefined },
  prefix: string,
  variables: Map<string, string>,
): { readonly text: readonly string[]; readonly isOfX86: boolean } | undefined {
  const types = call.result.kind === 'struct' ? call.result.elements : call.result.kind === 'void' ? [] : [call.result];
  const bindings = bindOperands(statement.constraints, call.arguments, types);
  const statements = readTemplate(statement.template);
  if (bindings === undefined || statements === undefined) return undefined;
  let numbers = 0;
  const scope: AsmScope = {
    prefix,
    variables,
    next: () => numbers++,
    bytes: (type) => context.layout.size(type),
    declare: (name, signature) => context.intrinsics.set(name, signature),
  };
  const machine = new AsmMachine(scope, bindings.operands);
  const translation = new AsmTranslation(machine, statements);
  try {
    for (const { register, text, type } of bindings.initial) machine.setRegister(register, machine.wide(text, type));
    if (!translation.run()) return undefined;
    for (const binding of bindings.operands) writeBack(machine, binding);
    collect(machine, call, bindings.results, statement.result);
  } catch (error) {
    if (error instanceof FencepostError) return undefined;
    throw error;
  }
  return { text: machine.lines, isOfX86: translation.isOfX86 };
}

function writeBack(machine: AsmMachine, binding: Binding): void {
  if (binding.kind !== 'register' || binding.home === undefined) return;
  const value = machine.narrow(machine.register(binding.register), binding.type);
  machine.emit(`store ${binding.type.text} ${value}, ptr ${binding.home}`);
}

/** Combines the results of the statement into the result of the call. */
function collect(
  machine: AsmMachine,
  { result: type }: Call,
  results: readonly Binding[],
  name: string | undefined,
): void {
  if (name === undefined) return;
  const values = results.map((binding) => resultOf(machine, binding));
  const [only] = values;
  if (type.kind !== 'struct') {
    machine.emit(`${name} = freeze ${type.text} ${only ?? 'poison'}`);
    return;
  }
  let aggregate = 'poison';
  values.forEach((value, index) => {
    const text = `insertvalue ${type.text} ${aggregate}, ${results[index]!.type.text} ${value}, ${index}`;
    if (index < values.length - 1) aggregate = machine.define(text);
    else machine.emit(`${name} = ${text}`);
  });
}

function resultOf(machine: AsmMachine, binding: Binding): string {
  if (binding.kind === 'register') return machine.narrow(machine.register(binding.register), binding.type);
  const bit = binding.kind === 'condition' ? conditionBit(machine, binding.condition) : undefined;
  if (bit === undefined) throw new FencepostError('C_UNSUPPORTED', 'an unknown result of inline assembly');
  return machine.define(`zext i1 ${bit} to ${binding.type.text}`);
}

/** Returns an instruction that fails with this message when it is executed. */
function refusal({ location }: Instruction, message: string, hint: string | undefined): Instruction {
  const tokens = [message, hint ?? ''].map((text) => ({ kind: 'string', text, spaced: true }) as const);
  return { result: undefined, opcode: 'refuse', tokens, location, loop: undefined };
}

/** Returns an instruction that reports the execution of x86 assembly. */
function marker({ location }: Instruction): Instruction {
  return { result: undefined, opcode: 'assembly', tokens: [], location, loop: undefined };
}
