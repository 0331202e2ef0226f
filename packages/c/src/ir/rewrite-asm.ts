import type { AsmCondition, AsmMeaning, AsmOperand } from './asm-table.js';
import { conditionOf, isOfX86, readAssembly } from './asm-table.js';
import type { Body } from './body.js';
import type { Argument, Call } from './calls.js';
import { attributeType } from './calls.js';
import { unsupported } from '../unsupported.js';
import type { Instruction } from './function.js';
import { emitCas, emitRmw, fence } from './rewrite-atomic.js';
import { loadLeaf, storeLeaf } from './rewrite-memory.js';
import type { Type } from './types.js';
import { intType } from './types.js';
import type { TypedValue } from './values.js';

/** An operand of the statement, `$0` and so on: outputs first. */
interface Operand {
  /** Without `=`, `&` and `*`. */
  readonly constraint: string;
  readonly output: boolean;
  /** Its index among the results. */
  readonly result: number | undefined;
  readonly argument: Argument | undefined;
  /** The argument is the address of the operand. */
  readonly indirect: boolean;
}

type Access = Extract<AsmMeaning, { memory: AsmOperand }>;

/** Known inline assembly becomes accesses; other assembly is refused. */
export function rewriteAssembly(
  body: Body,
  instruction: Instruction,
  call: Call,
  assembly: { readonly template: string; readonly constraints: string },
): void {
  const meaning = readAssembly(assembly.template);
  if (meaning === undefined) throw unknown(body, assembly.template);
  const operands = readConstraints(assembly.constraints, call.arguments);
  const results = new Map<number, string>();
  if (isOfX86(meaning, assembly.template)) {
    body.call('reached', body.label({ kind: 'assembly', size: 0, order: 'plain' }), 0);
  }
  if (meaning.kind === 'fence') fence(body, meaning.order);
  else if (meaning.kind === 'move') move(body, meaning, operands, call, assembly.template, results);
  else if (meaning.kind !== 'nothing') access(body, meaning, operands, call, assembly.template, results);
  writeResults(body, instruction, call, operands, results);
}

function unknown(body: Body, template: string): Error {
  return unsupported(
    `the inline assembly "${template}" is not supported`,
    body.site,
    'we know barriers, fences, mov, xchg and the locked xadd, cmpxchg, inc, dec, add, sub, or, and, xor; use C11 atomics',
  );
}

function readConstraints(constraints: string, list: readonly Argument[]): Operand[] {
  let results = 0;
  let used = 0;
  return constraints
    .split(',')
    .filter((each) => each !== '' && !each.startsWith('~'))
    .map((each) => {
      const output = each.startsWith('=');
      const direct = output && !each.includes('*');
      return {
        constraint: each.replace(/[=&*%]/g, ''),
        output,
        result: direct ? results++ : undefined,
        argument: direct ? undefined : list[used++],
        indirect: each.includes('*'),
      };
    });
}

/** The initial content of an operand; for an output, that of the input tied to it. */
function inputOf(body: Body, operands: readonly Operand[], index: number): TypedValue | undefined {
  const operand = operands[index];
  if (operand?.output !== true) return operand === undefined ? undefined : valueOf(body, operand);
  const tied = operands.find(({ constraint, output }) => !output && constraint === String(index));
  return tied === undefined ? undefined : valueOf(body, tied);
}

/** Operands that may be in memory are given by address. */
function valueOf(body: Body, { argument, indirect }: Operand): TypedValue | undefined {
  const type = argument === undefined ? undefined : attributeType(argument.attributes, 'elementtype');
  if (!indirect || argument === undefined || type === undefined) return argument;
  const text = body.isPrivate(argument.value)
    ? body.define(`load ${type.text}, ptr ${body.text(argument.value)}`)
    : loadLeaf(body, { type, offset: 0, path: [] }, body.address(argument.value), { order: 'plain' });
  return { type, value: [{ kind: 'local', text, spaced: true }] };
}

/** Loads or stores one memory operand. It must be neither omitted nor duplicated, so it is no plain access. */
function move(
  body: Body,
  { from, to, bits: suffix }: Extract<AsmMeaning, { kind: 'move' }>,
  operands: readonly Operand[],
  call: Call,
  template: string,
  results: Map<number, string>,
): void {
  const loads = isMemory(operands, from);
  const memory = loads ? from : to;
  const register = loads ? to : from;
  if (memory.kind !== 'operand' || isMemory(operands, register)) throw unknown(body, template);
  const place = operands[memory.index];
  const pointer = memory.indirect ? inputOf(body, operands, memory.index) : place?.argument;
  const element = attributeType(place?.argument?.attributes ?? [], 'elementtype');
  const bits = suffix ?? (element === undefined ? undefined : body.bits(element));
  if (pointer?.type.kind !== 'pointer' || bits === undefined) throw unknown(body, template);
  const leaf = { type: intType(bits), offset: 0, path: [] };
  const address = body.address(pointer.value);
  if (loads) {
    if (register.kind !== 'operand') throw unknown(body, template);
    const value = loadLeaf(body, leaf, address, { order: 'relaxed' });
    results.set(register.index, typed(body, value, leaf.type, resultType(call, operands, register.index)));
    return;
  }
  const given = register.kind === 'operand' ? inputOf(body, operands, register.index) : undefined;
  const value = register.kind === 'immediate' ? String(register.value) : integer(body, given, bits);
  if (value === undefined) throw unknown(body, template);
  storeLeaf(body, leaf, value, address, { order: 'relaxed' });
}

/** The register that `cmpxchg` compares with and leaves the old value in. */
const ACCUMULATOR = /^\{[er]?ax\}$|^\{al\}$|^a$/;

function access(
  body: Body,
  meaning: Access,
  operands: readonly Operand[],
  call: Call,
  template: string,
  results: Map<number, string>,
): void {
  // xchg is symmetrical, and both orders are in use.
  const swapped = meaning.kind === 'exchange' && !isMemory(operands, meaning.memory);
  const memory = swapped ? meaning.operand : meaning.memory;
  const operand = swapped ? meaning.memory : meaning.operand;
  if (memory.kind !== 'operand') throw unknown(body, template);
  const place = operands[memory.index];
  const pointer = memory.indirect
    ? inputOf(body, operands, memory.index)
    : place?.indirect === true
      ? place.argument
      : undefined;
  if (pointer?.type.kind !== 'pointer') throw unknown(body, template);
  const given = operand.kind === 'operand' ? inputOf(body, operands, operand.index) : undefined;
  const elementType = attributeType(place?.argument?.attributes ?? [], 'elementtype');
  const bits =
    meaning.bits ?? (elementType === undefined ? body.bits(given?.type ?? intType(32)) : body.bits(elementType));
  const type = intType(bits);
  const value = operand.kind === 'immediate' ? String(operand.value) : integer(body, given, bits);
  if (value === undefined) throw unknown(body, template);
  const address = body.address(pointer.value);

  let flags: Flags;
  let old: string;
  if (meaning.kind === 'cas') {
    const at = operands.findIndex(({ constraint, output }) => output && ACCUMULATOR.test(constraint));
    const given = operands.findIndex(({ constraint, output }) => !output && ACCUMULATOR.test(constraint));
    const expected = integer(body, inputOf(body, operands, given >= 0 ? given : at), bits);
    if (expected === undefined) throw unknown(body, template);
    const info = { order: 'seq_cst', failureOrder: 'seq_cst' } as const;
    const swap = emitCas(body, { address, type, expected, desired: value }, info);
    old = swap.old;
    flags = { type, zero: swap.done };
    if (at >= 0) results.set(at, typed(body, old, type, resultType(call, operands, at)));
  } else {
    old = emitRmw(body, meaning.kind, 'seq_cst', { address, type, operand: value });
    flags =
      meaning.kind === 'exchange'
        ? { type }
        : { type, value: () => body.define(`${meaning.kind} ${type.text} ${old}, ${value}`) };
    if (meaning.old && operand.kind === 'operand') {
      results.set(operand.index, typed(body, old, type, resultType(call, operands, operand.index)));
    }
  }
  const wanted = operands.flatMap(({ constraint }, index) => {
    const condition = conditionOf(/^\{@cc(\w+)\}$/.exec(constraint)?.[1] ?? '');
    return condition === undefined ? [] : [{ index, condition }];
  });
  if (meaning.flag !== undefined) wanted.push(meaning.flag);
  for (const { index, condition } of wanted) {
    const bit = flagBit(body, flags, condition);
    if (bit === undefined) throw unknown(body, template);
    results.set(index, typed(body, bit, intType(1), resultType(call, operands, index)));
  }
}

function isMemory(operands: readonly Operand[], operand: AsmOperand): boolean {
  return operand.kind === 'operand' && (operand.indirect || operands[operand.index]?.constraint.includes('m') === true);
}

/** The condition codes: the value written, or (after a compare-and-swap) only whether it was zero. */
interface Flags {
  readonly type: Type;
  readonly zero?: string;
  readonly value?: () => string;
}

function flagBit(body: Body, flags: Flags, condition: AsmCondition): string | undefined {
  if (flags.zero !== undefined) {
    if (condition === 'negative') return undefined;
    return condition === 'zero' ? flags.zero : body.define(`xor i1 ${flags.zero}, true`);
  }
  const test = condition === 'zero' ? 'eq' : condition === 'nonzero' ? 'ne' : 'slt';
  return flags.value === undefined ? undefined : body.define(`icmp ${test} ${flags.type.text} ${flags.value()}, 0`);
}

function integer(body: Body, argument: TypedValue | undefined, bits: number): string | undefined {
  return argument === undefined ? undefined : typed(body, body.text(argument.value), argument.type, intType(bits));
}

function typed(body: Body, value: string, from: Type, to: Type | undefined): string {
  if (to === undefined || from.text === to.text) return value;
  const word = from.kind === 'int' ? value : body.toWord(value, from);
  const [have, want] = [body.bits(from), body.bits(to)];
  const have32 = from.kind === 'int' ? have : Math.max(32, have);
  let sized = word;
  if (have32 > want) sized = body.define(`trunc i${have32} ${word} to i${want}`);
  else if (have32 < want) sized = body.define(`zext i${have32} ${word} to i${want}`);
  if (to.kind === 'pointer') return body.define(`inttoptr i${want} ${sized} to ptr`);
  return to.kind === 'float' ? body.define(`bitcast i${want} ${sized} to ${to.text}`) : sized;
}

function resultType(call: Call, operands: readonly Operand[], index: number): Type | undefined {
  const operand = operands[index];
  if (operand?.indirect === true) return attributeType(operand.argument?.attributes ?? [], 'elementtype');
  const at = operand?.result;
  if (at === undefined) return undefined;
  return call.result.kind === 'struct' ? call.result.elements[at] : call.result;
}

/** Registers that the statement does not change keep their content. */
function writeResults(
  body: Body,
  instruction: Instruction,
  call: Call,
  operands: readonly Operand[],
  results: ReadonlyMap<number, string>,
): void {
  for (const [index, text] of results) {
    const { argument, indirect = false } = operands[index] ?? {};
    const type = resultType(call, operands, index);
    if (!indirect || argument === undefined || type === undefined) continue;
    if (body.isPrivate(argument.value)) body.emit(`store ${type.text} ${text}, ptr ${body.text(argument.value)}`);
    else storeLeaf(body, { type, offset: 0, path: [] }, text, body.address(argument.value), { order: 'plain' });
  }
  if (instruction.result === undefined) return;
  const values = operands.flatMap(({ result }, index) => {
    if (result === undefined) return [];
    const type = resultType(call, operands, index) ?? call.result;
    const kept = inputOf(body, operands, index);
    return [
      {
        type,
        text:
          results.get(index) ?? (kept === undefined ? 'poison' : typed(body, body.text(kept.value), kept.type, type)),
      },
    ];
  });
  if (call.result.kind !== 'struct') {
    const [only] = values;
    body.define(`freeze ${call.result.text} ${only?.text ?? 'poison'}`, instruction.result);
    return;
  }
  let aggregate = 'poison';
  values.forEach(({ type, text }, index) => {
    const last = index === values.length - 1;
    aggregate = body.define(
      `insertvalue ${call.result.text} ${aggregate}, ${type.text} ${text}, ${index}`,
      last ? instruction.result : undefined,
    );
  });
}
