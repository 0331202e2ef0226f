import type { Operator, Value } from '@fencepost/axioms';
import { parseCall } from './atomics.js';
import type { Scope } from './scope.js';

/** Operators by precedence, lowest first. */
const LEVELS: readonly (readonly Operator[])[] = [
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
];

const MOST_NESTED = 200;

/** Parses an expression. Adds the instructions that read its operands to the thread. */
export function parseExpression(scope: Scope, depth = 0): Value {
  if (depth > MOST_NESTED) {
    const { source, endOfTaken } = scope.tokens;
    throw source.unsupported(endOfTaken - 1, `the expression is nested more than ${MOST_NESTED} deep`);
  }
  return parseLevel(scope, 0, depth);
}

function parseLevel(scope: Scope, level: number, depth: number): Value {
  const operators = LEVELS[level];
  if (operators === undefined) return parsePrimary(scope, depth);
  const { tokens } = scope;
  let left = parseLevel(scope, level + 1, depth);
  for (
    let op = operators.find((one) => tokens.at(one));
    op !== undefined;
    op = operators.find((one) => tokens.at(one))
  ) {
    tokens.next();
    left = { op, left, right: parseLevel(scope, level + 1, depth) };
  }
  if (tokens.at('&&') || tokens.at('||')) {
    throw tokens.source.unsupported(tokens.peek().offset, `'${tokens.peek().text}' is not supported`, 'nest two ifs');
  }
  return left;
}

function parsePrimary(scope: Scope, depth: number): Value {
  const { tokens } = scope;
  if (tokens.accept('(')) {
    const inner = parseExpression(scope, depth + 1);
    tokens.expect(')');
    return inner;
  }
  if (tokens.accept('!')) return { op: '==', left: nested(scope, depth), right: 0 };
  if (tokens.accept('-')) return { op: '-', left: 0, right: nested(scope, depth) };
  if (tokens.peek().kind === 'number') return tokens.expectInteger('a number');
  if (tokens.at('*')) return parsePlainLoad(scope);
  const name = tokens.expectName('an expression');
  if (!tokens.at('(')) return { register: scope.local(name) };
  const result = parseCall(scope, name, () => parseExpression(scope, depth + 1));
  if (result === undefined) throw tokens.source.syntaxError(name.offset, `${name.text} has no result`);
  return result;
}

function nested(scope: Scope, depth: number): Value {
  if (depth > MOST_NESTED) return parseExpression(scope, depth);
  return parsePrimary(scope, depth + 1);
}

function parsePlainLoad(scope: Scope): Value {
  const { tokens } = scope;
  const { offset } = tokens.expect('*');
  const address = scope.variable(tokens.expectName('a pointer to a variable'));
  const to = scope.temporary();
  scope.instructions.push({ op: 'load', to, address, order: 'plain', site: tokens.source.siteAt(offset) });
  return { register: to };
}
