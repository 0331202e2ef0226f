import { isLiteral } from './literal-scopes.js';
import type { Body } from '../context/body.js';
import { endSection } from './special-functions.js';
import { alignment, parseCall } from '../syntax/calls.js';
import { unsupported } from '../../unsupported.js';
import type { Instruction } from '../syntax/function.js';
import { leaveFrame } from './frames.js';
import { rewriteLanded } from './jumps.js';
import { refusePad, rewriteLeave, rewritePad, rewriteResume, rewriteTerminate } from './landing-pads.js';
import { Cursor } from '../syntax/lexer.js';
import { stringField } from '../syntax/metadata.js';
import { rewriteDivision, rewriteShift, rewriteWrapping } from './rewrite-arithmetic.js';
import { rewriteCmpxchg, rewriteFence, rewriteRmw } from './rewrite-atomic.js';
import { rewriteCall } from './rewrite-call.js';
import { trap } from './rewrite-intrinsic.js';
import { callLibrary } from './rewrite-library.js';
import { rewriteLoad, rewriteStore } from './rewrite-memory.js';
import type { LabelInfo } from '../syntax/tables.js';
import { parseType } from '../syntax/types.js';
import { nameOf, parseTypedValue, parseValue } from '../syntax/values.js';

/** Rewrites an instruction. `previous` is the instruction before it in the block. */
type Rewriter = (body: Body, instruction: Instruction, previous: Instruction | undefined) => void;

const REWRITERS: ReadonlyMap<string, Rewriter> = new Map<string, Rewriter>([
  ['alloca', rewriteAlloca],
  ['load', rewriteLoad],
  ['store', rewriteStore],
  ['atomicrmw', rewriteRmw],
  ['cmpxchg', rewriteCmpxchg],
  ['fence', rewriteFence],
  ['call', rewriteCall],
  ['invoke', rewriteCall],
  ['add', rewriteWrapping],
  ['sub', rewriteWrapping],
  ['mul', rewriteWrapping],
  ['shl', rewriteShift],
  ['lshr', rewriteShift],
  ['ashr', rewriteShift],
  ['sdiv', rewriteDivision],
  ['udiv', rewriteDivision],
  ['srem', rewriteDivision],
  ['urem', rewriteDivision],
  ['frem', rewriteRemainder],
  ['ret', rewriteReturn],
  ['unreachable', rewriteUnreachable],
  ['landingpad', rewritePad],
  ['resume', rewriteResume],
  ['leave', rewriteLeave],
  ['terminate', rewriteTerminate],
  ['landed', rewriteLanded],
  ['catchswitch', refusePad],
  ['cleanuppad', refusePad],
  ['va_arg', rewriteVariadic],
  ['refuse', rewriteRefusal],
  ['assembly', rewriteMarker],
]);

/** Emits the replacement of an instruction, often itself. */
export function rewriteInstruction(body: Body, instruction: Instruction, previous: Instruction | undefined): void {
  const rewrite = REWRITERS.get(instruction.opcode);
  if (rewrite === undefined) body.keep(instruction);
  else rewrite(body, instruction, previous);
}

function rewriteReturn(body: Body, instruction: Instruction): void {
  endSection(body);
  leaveFrame(body);
  body.keep(instruction);
}

/** Emits a trap, except after a call that never returns, where it would be redundant. */
function rewriteUnreachable(body: Body, _: Instruction, previous: Instruction | undefined): void {
  if (!neverReturns(body, previous)) trap(body);
  body.emit('unreachable');
}

function rewriteVariadic(body: Body, instruction: Instruction): void {
  const { value } = parseTypedValue(new Cursor(instruction.tokens, 1));
  if (!body.isPrivate(value)) throw unsupported('va_arg of a shared va_list is not supported', body.site);
  body.keep(instruction);
}

/** Emits a refusal: something unsupported that matters only if a thread executes it. */
export function refuse(body: Body, message: string, hint: string | undefined): void {
  const more = hint === undefined || hint === '' ? {} : { hint };
  body.call('refused', body.label({ kind: 'refused', size: 0, order: 'plain', name: message, ...more }));
}

/** Rewrites a `refuse`, which stands for unsupported assembly (expand-asm.ts). */
function rewriteRefusal(body: Body, { tokens: [message, hint] }: Instruction): void {
  refuse(body, message?.text ?? '', hint?.text);
}

function rewriteMarker(body: Body): void {
  body.call('reached', body.label({ kind: 'assembly', size: 0, order: 'plain' }), 0);
}

/** Larger than any stack, and countable in 32 bits. */
const LARGEST_VARIABLE = 2 ** 30;

function rewriteAlloca(body: Body, instruction: Instruction): void {
  if ((body.pointers.alloca(instruction.result)?.bytes ?? 0) > LARGEST_VARIABLE) {
    const variable = body.context.metadata.node(body.fn.variables.get(instruction.result ?? ''));
    const site = body.context.debugInfo.declarationSite(variable);
    throw unsupported('a local variable takes more than 1 GiB', site, 'reduce its size, or allocate it on the heap');
  }
  if (body.isPrivateResult(instruction)) {
    body.keep(instruction);
    measure(body, instruction);
    return;
  }
  const { context, fn } = body;
  const cursor = new Cursor(instruction.tokens, 1);
  cursor.accept('inalloca');
  const type = parseType(cursor);
  const unit = context.layout.size(type);
  let size = unit;
  let bytes = String(unit);
  if (cursor.at(',') && !cursor.at('align', 1) && !cursor.at('addrspace', 1)) {
    cursor.next();
    const count = parseTypedValue(cursor);
    const text = body.text(count.value);
    if (/^\d+$/.test(text)) {
      size = unit * Number(text);
      bytes = String(size);
    } else {
      size = 0;
      const number = count.type.text === 'i32' ? text : body.define(`trunc ${count.type.text} ${text} to i32`);
      bytes = body.define(`mul i32 ${number}, ${unit}`);
    }
  }
  const variable = context.metadata.node(fn.variables.get(instruction.result ?? ''));
  const isEndingLiteral = isLiteral(instruction.result!) && body.scopes.ending.has(instruction.result!);
  const name = stringField(variable, 'name') ?? (isEndingLiteral ? 'compound literal' : undefined);
  const site = context.debugInfo.declarationSite(variable);
  const label = context.label({
    kind: 'alloca',
    size,
    order: 'plain',
    ...alignment(instruction.tokens),
    ...scopeOf(body, instruction.result!),
    ...(site === undefined ? {} : { site }),
    ...(name === undefined
      ? {}
      : { name, describe: (offset: number) => context.debugTypes.describe(name, variable, offset) }),
  });
  body.define(`inttoptr i32 ${body.callFor('alloca', [label, bytes])} to ptr`, instruction.result);
}

function scopeOf({ scopes: { ending, beginning }, stackScopes }: Body, variable: string): Pick<LabelInfo, 'scope'> {
  if (stackScopes.ending.has(variable)) return { scope: 'ends' };
  if (!ending.has(variable)) return {};
  return { scope: beginning.has(variable) ? 'begins and ends' : 'ends' };
}

/** Records the size of a private variable that is known only at run time. */
function measure(body: Body, { result, tokens }: Instruction): void {
  const variable = body.pointers.alloca(result);
  if (variable === undefined || variable.bytes !== undefined) return;
  const cursor = new Cursor(tokens, 1);
  cursor.accept('inalloca');
  const unit = body.context.layout.size(parseType(cursor));
  cursor.expect(',');
  const { type, value } = parseTypedValue(cursor);
  const text = body.text(value);
  const count = type.text === 'i64' ? text : body.define(`zext ${type.text} ${text} to i64`);
  body.define(`mul i64 ${count}, ${unit}`, body.dynamicBytes(variable));
}

/** Rewrites the remainder of floats, for which WebAssembly has no instruction. */
function rewriteRemainder(body: Body, instruction: Instruction): void {
  const cursor = new Cursor(instruction.tokens, 1);
  while (/^(?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc)$/.test(cursor.peek()?.text ?? '')) cursor.next();
  const first = parseTypedValue(cursor);
  cursor.expect(',');
  const { type } = first;
  const name = type.text === 'float' ? '@fmodf' : '@fmod';
  if (type.kind !== 'float' || type.bytes < 4 || type.bytes > 8) {
    body.keep(instruction);
    return;
  }
  callLibrary(body, name, [first, { type, value: parseValue(cursor) }], { type, name: instruction.result });
}

function neverReturns(body: Body, previous: Instruction | undefined): boolean {
  if (previous?.opcode !== 'call') return previous?.opcode === 'refuse';
  const call = parseCall(previous);
  const name = nameOf(call.callee);
  if (name !== undefined && /^@llvm\.(?:trap|ubsantrap)\b/.test(name)) return true;
  const attributes = name === undefined ? [] : (body.context.signatureOf(name)?.attributes ?? []);
  return body.context.hasAttribute([...call.attributes, ...attributes], 'noreturn');
}
