import type { Register } from '../format/registers.js';
import type { Tokens } from '../format/tokens.js';
import type { Variables } from '../format/variables.js';
import type { Architecture } from './registers.js';
import { expectRegister, findRegister } from './registers.js';

/** An operand of an instruction. */
export type AssemblyOperand =
  | { readonly kind: 'register'; readonly register: Register }
  | { readonly kind: 'immediate'; readonly value: number }
  | { readonly kind: 'variable'; readonly name: string; readonly address: number }
  /** The place in memory to which a register points. */
  | { readonly kind: 'indirect'; readonly register: Register };

/** Parses operands of both syntaxes, like herd7: `%rax` or `rax`, `$1` or `1`, `(x)` or `[x]`, `(%rax)` or `[rax]`. */
export function parseOperand(tokens: Tokens, architecture: Architecture, variables: Variables): AssemblyOperand {
  const { kind, text, offset } = tokens.peek();
  if (tokens.accept('(')) return parseMemory(tokens, architecture, variables, ')');
  if (tokens.accept('[')) return parseMemory(tokens, architecture, variables, ']');
  if (tokens.accept('$') || kind === 'number') {
    const value = tokens.expectInteger("a number after '$'");
    if (tokens.at('(') || tokens.at('[')) {
      throw tokens.source.unsupported(offset, 'addresses with an offset are not supported');
    }
    return { kind: 'immediate', value };
  }
  if (tokens.accept('%') || kind === 'name') {
    const name = tokens.expectName('the name of a register');
    if (text !== '%' && variables.has(name.text) && findRegister(architecture, name.text) === undefined) {
      throw tokens.source.syntaxError(
        offset,
        `found the variable '${name.text}', expected an operand`,
        architecture === 'X86_64' ? `write (${name.text})` : `write [${name.text}]`,
      );
    }
    return { kind: 'register', register: expectRegister(tokens, architecture, name) };
  }
  throw tokens.unexpected(
    architecture === 'X86_64' ? 'an operand: $1, %rax, (x) or (%rax)' : 'an operand: $1, EAX, [x] or [EAX]',
  );
}

function parseMemory(tokens: Tokens, architecture: Architecture, variables: Variables, close: string): AssemblyOperand {
  const marked = tokens.accept('%');
  const name = tokens.expectName('the name of a variable or register');
  const register = marked ? expectRegister(tokens, architecture, name) : findRegister(architecture, name.text);
  if (tokens.at(',')) {
    throw tokens.source.unsupported(tokens.peek().offset, 'addresses with an index are not supported');
  }
  tokens.expect(close);
  if (register === undefined) return { kind: 'variable', name: name.text, address: variables.address(name.text) };
  variables.pointersUsed = true;
  return { kind: 'indirect', register };
}
