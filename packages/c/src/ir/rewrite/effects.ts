import { factsAbout } from '../../runtime/library.js';
import { parseCall } from '../syntax/calls.js';
import type { ModuleContext } from '../context/context.js';
import type { Instruction } from '../syntax/function.js';
import { Cursor } from '../syntax/lexer.js';
import { parseType } from '../syntax/types.js';
import { nameOf } from '../syntax/values.js';

const PURE = new Set(
  (
    'add sub mul shl lshr ashr and or xor fneg fadd fsub fmul fdiv icmp fcmp select phi freeze getelementptr trunc zext ' +
    'sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast addrspacecast extractvalue insertvalue ' +
    'br switch assembly'
  ).split(' '),
);

/** Intrinsics of LLVM that only indicate that the thread waits, or do nothing. */
const HINTS = /^@llvm\.(?:x86\.sse2\.pause|lifetime\..*|dbg\..*)$/;

/**
 * Returns whether the instruction does more than compute, branch or wait. A load of memory that may be shared is
 * visible. A return ends the function, so the returned value matters. (Not for accesses to slots.)
 */
export function hasEffect(context: ModuleContext, instruction: Instruction): boolean {
  const { opcode, tokens } = instruction;
  // The size of the allocation may affect later code.
  if (opcode === 'alloca') {
    const cursor = new Cursor(tokens, 1);
    cursor.accept('inalloca');
    parseType(cursor);
    return tokens.slice(cursor.position).some(({ kind }) => kind === 'local');
  }
  if (opcode !== 'call') return !PURE.has(opcode);
  const name = nameOf(parseCall(instruction).callee);
  if (name !== undefined && context.idle.has(name)) return false;
  if (name === undefined || HINTS.test(name)) return name === undefined;
  // A function of the program may have any name.
  return factsAbout(name.slice(1)).isHint !== true || !context.isLibrary(name);
}
