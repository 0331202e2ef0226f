import type { Body } from '../context/body.js';
import { unsupported } from '../../unsupported.js';
import type { Instruction } from '../syntax/function.js';
import type { Token } from '../syntax/lexer.js';
import { Cursor, joinTokens } from '../syntax/lexer.js';
import { parseValue } from '../syntax/values.js';

const EXPRESSIONS = new Set(['getelementptr', 'ptrtoint', 'ptrtoaddr', 'bitcast', 'addrspacecast']);

/**
 * Replaces names of thread-local variables that stand for their addresses in the current thread. Such an address has to
 * be computed first, and a constant expression that contains it is no longer constant.
 */
export function withThreadLocals(body: Body, instruction: Instruction): Instruction {
  const { threadLocals } = body.context;
  if (threadLocals.size === 0 || !instruction.tokens.some(({ text }) => threadLocals.has(text))) return instruction;
  if (instruction.tokens.some(({ text }) => text.startsWith('@llvm.threadlocal.address'))) return instruction;
  if (instruction.opcode === 'phi') {
    throw unsupported(
      'the address of a thread-local variable in a phi is not supported',
      body.site,
      'compile with -O0',
    );
  }
  const [opcode, ...operands] = instruction.tokens;
  return opcode === undefined ? instruction : { ...instruction, tokens: [opcode, ...expand(body, operands)] };
}

function expand(body: Body, tokens: readonly Token[]): Token[] {
  const { threadLocals, globalNumbers } = body.context;
  const expanded: Token[] = [];
  const cursor = new Cursor(tokens);
  const local = (text: string): Token => ({ kind: 'local', text: body.define(text), spaced: true });
  while (!cursor.atEnd()) {
    const token = cursor.next();
    if (threadLocals.has(token.text)) {
      const address = body.callFor('tls', [globalNumbers.get(token.text) ?? 0]);
      expanded.push(local(`inttoptr i32 ${address} to ptr`));
    } else if (EXPRESSIONS.has(token.text)) {
      cursor.position--;
      const value = parseValue(cursor);
      const open = value.findIndex(({ text }) => text === '(');
      if (value.some(({ text }) => threadLocals.has(text))) {
        const words = joinTokens(value.slice(0, open));
        expanded.push(local(`${words} ${joinTokens(expand(body, value.slice(open + 1, -1)), body.context.use)}`));
      } else expanded.push(...value);
    } else expanded.push(token);
  }
  return expanded;
}
