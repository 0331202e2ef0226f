import { isByValue, parseCall } from '../syntax/calls.js';
import type { FunctionDefinition, Instruction } from '../syntax/function.js';
import { Cursor, joinTokens } from '../syntax/lexer.js';
import { forgets } from './library-pointers.js';
import { parseType } from '../syntax/types.js';
import { nameOf, parseTypedValue, parseValue } from '../syntax/values.js';

/**
 * Returns the pointers of a function into allocas that no other thread can ever reach: the allocas themselves, and
 * pointers derived from them by `getelementptr` and casts. An alloca is private if these are only used as addresses.
 *
 * `isLibrary`: the program defines no function of that name.
 */
export function privatePointers(fn: FunctionDefinition, isLibrary: (name: string) => boolean): ReadonlySet<string> {
  const uses = usesOf(fn);
  const found = new Set<string>();
  for (const { instructions } of fn.blocks) {
    for (const { opcode, result } of instructions) {
      if (opcode !== 'alloca' || result === undefined) continue;
      const pointers = closedPointers(result, uses, isLibrary);
      for (const pointer of pointers ?? []) found.add(pointer);
    }
  }
  return found;
}

function usesOf(fn: FunctionDefinition): Map<string, Instruction[]> {
  const uses = new Map<string, Instruction[]>();
  for (const { instructions } of fn.blocks) {
    for (const instruction of instructions) {
      const names = new Set(instruction.tokens.filter(({ kind }) => kind === 'local').map(({ text }) => text));
      for (const name of names) {
        const list = uses.get(name);
        if (list === undefined) uses.set(name, [instruction]);
        else list.push(instruction);
      }
    }
  }
  return uses;
}

/** Returns all pointers derived from `start`; undefined if one of them escapes. */
function closedPointers(
  start: string,
  uses: ReadonlyMap<string, readonly Instruction[]>,
  isLibrary: (name: string) => boolean,
): Set<string> | undefined {
  const pointers = new Set([start]);
  for (const pointer of pointers) {
    for (const use of uses.get(pointer) ?? []) {
      switch (howUsed(use, pointer, isLibrary, (result) => !uses.has(result))) {
        case 'escapes':
          return undefined;
        case 'derived':
          if (use.result !== undefined) pointers.add(use.result);
          break;
        case 'stays':
          break;
      }
    }
  }
  return pointers;
}

type Use = 'escapes' | 'derived' | 'stays';

function howUsed(
  use: Instruction,
  pointer: string,
  isLibrary: (name: string) => boolean,
  unused: (result: string) => boolean,
): Use {
  switch (use.opcode) {
    case 'load':
    case 'icmp':
      return 'stays';
    case 'store':
      // A seq_cst store orders the thread's other accesses, whatever its address.
      return storedValue(use) === pointer || isSeqCst(use) ? 'escapes' : 'stays';
    case 'getelementptr':
    case 'bitcast':
      return castOperand(use) === pointer ? 'derived' : 'escapes';
    case 'call':
    case 'invoke':
      return howPassed(use, pointer, isLibrary, unused);
    default:
      return 'escapes';
  }
}

function isSeqCst({ tokens }: Instruction): boolean {
  return tokens[1]?.text === 'atomic' && tokens.some(({ text }) => text === 'seq_cst');
}

function storedValue(store: Instruction): string | undefined {
  const cursor = new Cursor(store.tokens, 1);
  while (cursor.accept('atomic') || cursor.accept('volatile'));
  const { value } = parseTypedValue(cursor);
  // An aggregate of constants cannot contain a local, so only a name matters.
  return nameOf(value);
}

function castOperand(instruction: Instruction): string | undefined {
  const cursor = new Cursor(instruction.tokens, 1);
  while (cursor.peek()?.kind === 'word' && /^(?:inbounds|nusw|nuw|inrange)$/.test(cursor.peek()?.text ?? ''))
    cursor.next();
  if (instruction.opcode === 'getelementptr') {
    parseType(cursor);
    cursor.expect(',');
  }
  const type = parseType(cursor);
  // Vectors of pointers are not tracked.
  return type.kind === 'pointer' ? nameOf(parseValue(cursor)) : undefined;
}

const HARMLESS =
  /^@llvm\.(?:lifetime|dbg|invariant|memcpy|memmove|memset|va_start|va_end|va_copy|prefetch|assume|objectsize)\b/;

function howPassed(
  use: Instruction,
  pointer: string,
  isLibrary: (name: string) => boolean,
  unused: (result: string) => boolean,
): Use {
  const call = parseCall(use);
  const callee = joinTokens(call.callee);
  if (callee === pointer) return 'escapes';
  if (HARMLESS.test(callee)) return 'stays';
  if (!isLibrary(callee)) {
    // A struct passed by value is copied by the caller (see rewrite-call.ts), so the callee never gets this address.
    const copied = call.arguments.every(
      ({ value, attributes }) => !value.some(({ text }) => text === pointer) || isByValue(attributes),
    );
    return copied ? 'stays' : 'escapes';
  }
  if (call.result.kind === 'pointer' && use.result !== undefined && !unused(use.result)) return 'escapes';
  return call.arguments.every(
    ({ value }, place) =>
      !value.some(({ text }) => text === pointer) || (nameOf(value) === pointer && forgets(callee.slice(1), place)),
  )
    ? 'stays'
    : 'escapes';
}
