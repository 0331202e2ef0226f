import type { Instruction, Value } from '@fencepost/axioms';
import type { Token } from '../format/tokens.js';
import { parseCall } from './atomics.js';
import { parseExpression } from './expressions.js';
import type { Scope } from './scope.js';

const MOST_NESTED = 200;
const LOOPS = ['while', 'for', 'do', 'goto', 'switch'];

/** Parses `{ … }`. */
export function parseBlock(scope: Scope, depth = 0): void {
  const { tokens } = scope;
  tokens.expect('{');
  while (!tokens.accept('}')) {
    if (tokens.peek().kind === 'end') throw tokens.unexpected("'}'");
    parseStatement(scope, depth);
  }
}

function parseStatement(scope: Scope, depth: number): void {
  const { tokens } = scope;
  if (depth > MOST_NESTED) {
    throw tokens.source.unsupported(tokens.peek().offset, `statements are nested more than ${MOST_NESTED} deep`);
  }
  if (tokens.accept(';')) return;
  if (tokens.at('{')) parseBlock(scope, depth + 1);
  else if (tokens.at('*')) parsePlainStore(scope);
  else {
    const name = tokens.expectName('a statement');
    if (LOOPS.includes(name.text)) {
      throw tokens.source.unsupported(name.offset, `'${name.text}' is not supported`, 'unroll loops; use if');
    }
    if (name.text === 'if') parseIf(scope, name, depth);
    else if (name.text === 'int') parseDeclaration(scope);
    else if (tokens.at('(')) parseCallStatement(scope, name);
    else parseAssignment(scope, name);
  }
}

function parseDeclaration(scope: Scope): void {
  const { tokens } = scope;
  do {
    const name = tokens.expectName('the name of a variable');
    const value = tokens.accept('=') ? parseExpression(scope) : 0;
    scope.declare(name);
    assign(scope, name, value);
  } while (tokens.accept(','));
  tokens.expect(';');
}

function parseAssignment(scope: Scope, name: Token): void {
  scope.local(name);
  scope.tokens.expect('=');
  assign(scope, name, parseExpression(scope));
  scope.tokens.expect(';');
}

function assign(scope: Scope, name: Token, value: Value): void {
  const site = scope.tokens.source.siteAt(name.offset);
  scope.instructions.push({ op: 'assign', to: name.text, value, site });
}

function parsePlainStore(scope: Scope): void {
  const { tokens } = scope;
  const { offset } = tokens.expect('*');
  const address = scope.variable(tokens.expectName('a pointer to a variable'));
  tokens.expect('=');
  const value = parseExpression(scope);
  scope.instructions.push({ op: 'store', address, value, order: 'plain', site: tokens.source.siteAt(offset) });
  tokens.expect(';');
}

function parseCallStatement(scope: Scope, name: Token): void {
  parseCall(scope, name, () => parseExpression(scope));
  scope.tokens.expect(';');
}

function parseIf(scope: Scope, name: Token, depth: number): void {
  const { tokens } = scope;
  tokens.expect('(');
  const condition = parseExpression(scope);
  tokens.expect(')');
  const before = scope.instructions;
  const then = collect(scope, () => parseStatement(scope, depth + 1));
  const otherwise = tokens.accept('else') ? collect(scope, () => parseStatement(scope, depth + 1)) : [];
  scope.instructions = before;
  const site = tokens.source.siteAt(name.offset);
  const over = otherwise.length === 0 ? [] : [{ op: 'skip', condition: 1, count: otherwise.length, site } as const];
  const negated = { op: '==', left: condition, right: 0 } as const;
  before.push(
    { op: 'skip', condition: negated, count: then.length + over.length, site },
    ...then,
    ...over,
    ...otherwise,
  );
}

function collect(scope: Scope, parse: () => void): Instruction[] {
  scope.instructions = [];
  parse();
  return scope.instructions;
}
