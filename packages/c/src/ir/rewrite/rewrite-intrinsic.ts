import type { Body } from '../context/body.js';
import type { Call } from '../syntax/calls.js';
import { unsupported } from '../../unsupported.js';
import type { Instruction } from '../syntax/function.js';
import { typeNumber } from './landing-pads.js';
import { checkPrivate } from './private-bounds.js';
import { fence } from './rewrite-atomic.js';
import { markScope } from './scopes.js';
import { markStack } from './stack-scopes.js';
import { callLibrary } from './rewrite-library.js';
import { rewriteBulk, storeLeaf, wideCount } from './rewrite-memory.js';
import type { AccessOrder } from '../syntax/tables.js';
import type { Leaf, Type } from '../syntax/types.js';
import { POINTER, intType } from '../syntax/types.js';
import type { TypedValue, Value } from '../syntax/values.js';
import { nameOf } from '../syntax/values.js';

const words = (list: string): string => list.split(' ').join('|');

/** Hints to the optimiser or the debugger that no longer hold, or are irrelevant. */
const DROPPED = new RegExp(
  `^(?:${words(
    'assume prefetch donothing sideeffect pseudoprobe invariant.end var.annotation va_end dbg ' +
      'experimental.noalias.scope.decl x86.sse2.pause aarch64.hint instrprof',
  )})\\b`,
);

/** Intrinsics that compute, or manage the private stack. */
const KEPT = new RegExp(
  `^(?:${words(
    'expect sadd uadd ssub usub smul umul sshl ushl ctlz cttz ctpop bswap bitreverse abs smax smin umax umin scmp ucmp ' +
      'fshl fshr stacksave stackrestore objectsize is.constant is.fpclass fabs sqrt floor ceil trunc rint nearbyint ' +
      'copysign minimum maximum fmuladd fptosi.sat fptoui.sat canonicalize ptrmask launder strip.invariant vector ' +
      'ssa.copy allow arithmetic.fence',
  )})\\b`,
);

/** Intrinsics without an instruction in WebAssembly; they are functions of the C library. */
const LIBRARY = new RegExp(
  `^(${words(
    'pow exp exp2 exp10 log log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh fma round roundeven minnum maxnum ' +
      'lrint llrint lround llround',
  )})\\.(?:i\\d+\\.)?(f32|f64)$`,
);
const LIBRARY_NAMES: Readonly<Record<string, string>> = { minnum: 'fmin', maxnum: 'fmax' };

const FENCES: Readonly<Record<string, AccessOrder>> = {
  'x86.sse2.mfence': 'seq_cst',
  'x86.sse2.lfence': 'acquire',
  'x86.sse.sfence': 'release',
  'aarch64.dmb': 'seq_cst',
  'arm.dmb': 'seq_cst',
};

/** Rewrites a call of an LLVM intrinsic. */
export function rewriteIntrinsic(body: Body, instruction: Instruction, call: Call, fullName: string): void {
  const name = fullName.slice('@llvm.'.length);
  const order = FENCES[name];
  if (order !== undefined) {
    fence(body, order);
    return;
  }
  if (name.startsWith('lifetime.')) {
    markScope(body, instruction);
    return;
  }
  if (DROPPED.test(name)) return;
  if (/^(?:trap|ubsantrap|debugtrap)\b/.test(name)) {
    const reason = call.arguments[0]?.value[0]?.text;
    trap(body, name.startsWith('ubsantrap') && OVERFLOWS.has(reason ?? '') ? 'signed integer overflow' : undefined);
    return;
  }
  if (/^mem(?:cpy|move|set)\b/.test(name) && !name.includes('element')) {
    bulk(body, instruction, call, name);
    return;
  }
  if (name.startsWith('threadlocal.address')) {
    threadLocal(body, instruction, call);
    return;
  }
  if (/^(?:frameaddress|returnaddress|addressofreturnaddress|invariant\.start)\b/.test(name)) {
    body.define('getelementptr i8, ptr null, i32 0', instruction.result);
    return;
  }
  if (/^va_(?:start|copy)\b/.test(name)) {
    variadic(body, call, name);
    return;
  }
  if (name.startsWith('eh.typeid.for')) {
    typeNumber(body, call.arguments[0]!.value, instruction.result);
    return;
  }
  if (/^(?:readcyclecounter|readsteadycounter|x86\.rdtsc)$/.test(name)) {
    callLibrary(body, '@llvm.readcyclecounter', [], { type: call.result, name: instruction.result });
    return;
  }
  const math = LIBRARY.exec(name);
  if (math?.[1] !== undefined) {
    const base = LIBRARY_NAMES[math[1]] ?? math[1];
    const library = `@${base}${math[2] === 'f32' ? 'f' : ''}`;
    callLibrary(body, library, call.arguments, { type: call.result, name: instruction.result });
    return;
  }
  if (!KEPT.test(name)) {
    throw unsupported(`the intrinsic function 'llvm.${name}' is not supported`, body.site);
  }
  markStack(body, instruction);
  body.context.declared.add(fullName);
  const list = call.arguments.map(({ type, value }) => `${type.text} ${body.text(value)}`);
  const text = `call ${call.result.text} ${fullName}(${list.join(', ')})`;
  body.emit(instruction.result === undefined ? text : `${instruction.result} = ${text}`);
}

/** Clang's codes for traps of -ftrapv: addition, multiplication, negation, subtraction. */
const OVERFLOWS: ReadonlySet<string> = new Set(['0', '12', '13', '21']);

/** Emits a trap, with this reason, or because the code must never be reached. */
export function trap(body: Body, reason?: string): void {
  body.call(
    'trap',
    body.label({ kind: 'trap', size: 0, order: 'plain', ...(reason !== undefined && { name: reason }) }),
  );
}

function bulk(body: Body, instruction: Instruction, call: Call, name: string): void {
  const [to, from, bytes] = call.arguments;
  if (to === undefined || from === undefined || bytes === undefined) throw unsupported(`llvm.${name}`, body.site);
  const kind = name.startsWith('memcpy') ? 'memcpy' : name.startsWith('memmove') ? 'memmove' : 'memset';
  const count = wideCount(body, bytes);
  const known = typeof count === 'number' ? count : Infinity;
  if (body.isPrivate(to.value) && (kind === 'memset' || body.isReadable(from.value, known))) {
    checkPrivate(body, to.value, count);
    if (kind !== 'memset') checkPrivate(body, from.value, count);
    const list = call.arguments.map(({ type, value }) => `${type.text} ${body.text(value)}`);
    body.context.declared.add(`@llvm.${name}`);
    body.emit(`call void @llvm.${name}(${list.join(', ')})`);
  } else rewriteBulk(body, kind, { to: to.value, from: from.value, bytes });
}

function threadLocal(body: Body, instruction: Instruction, call: Call): void {
  const variable = nameOf(call.arguments[0]?.value ?? []);
  const number = variable === undefined ? undefined : body.context.globalNumbers.get(variable);
  if (number === undefined) throw unsupported('an unknown thread-local variable', body.site);
  body.define(`inttoptr i32 ${body.callFor('tls', [number])} to ptr`, instruction.result);
}

/**
 * Rewrites operations on a `va_list`. It is a pointer on WebAssembly. On x86-64 it is a structure (`startX86List`),
 * which is copied like any other.
 */
function variadic(body: Body, call: Call, name: string): void {
  const [to, from] = call.arguments;
  if (to === undefined) return;
  if (name.startsWith('va_start')) {
    const buffer = startOwnList(body, name);
    if (body.context.isX86) startX86List(body, to.value, buffer);
    else storeField(body, to.value, { type: POINTER, offset: 0, path: [] }, buffer);
    return;
  }
  if (from === undefined) return;
  const bytes = body.context.isX86 ? X86_LIST : body.context.layout.pointerSize;
  const size: TypedValue = { type: intType(32), value: [{ kind: 'number', text: String(bytes), spaced: true }] };
  rewriteBulk(body, 'memcpy', { to: to.value, from: from.value, bytes: size });
}

/** Emits WebAssembly's own `va_start`; returns the address of the packed arguments. */
function startOwnList(body: Body, name: string): string {
  const list = body.fresh();
  body.prelude.push(`${list} = alloca ptr`);
  body.context.declared.add(`@llvm.${name}`);
  body.emit(`call void @llvm.${name}(ptr ${list})`);
  return body.define(`load ptr, ptr ${list}`);
}

/** Bytes of a `va_list` of the x86-64 ABI (System V, 3.5.7). */
const X86_LIST = 24;

/**
 * Writes the list of a caller that passed nothing in registers: all arguments are in the overflow area, where each
 * takes eight bytes (`variadicArgument`).
 */
function startX86List(body: Body, list: Value, buffer: string): void {
  const fields: readonly (readonly [Type, number, string])[] = [
    [intType(32), 0, '48'],
    [intType(32), 4, '176'],
    [POINTER, 8, buffer],
    [POINTER, 16, 'null'],
  ];
  for (const [type, offset, value] of fields) storeField(body, list, { type, offset, path: [] }, value);
}

function storeField(body: Body, list: Value, leaf: Leaf, value: string): void {
  if (body.isPrivate(list)) {
    const place = body.define(`getelementptr i8, ptr ${body.text(list)}, i64 ${leaf.offset}`);
    body.emit(`store ${leaf.type.text} ${value}, ptr ${place}`);
  } else storeLeaf(body, leaf, value, body.address(list), { order: 'plain' });
}
