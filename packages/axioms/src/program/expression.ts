/** Operators on registers. Comparisons yield 1 or 0; words have 32 bits. */
export type Operator = '+' | '-' | '&' | '|' | '^' | '==' | '!=' | '<' | '<=' | '>' | '>=';

/** An operator and its operands. */
export interface Operation<Leaf> {
  readonly op: Operator;
  readonly left: Expression<Leaf>;
  readonly right: Expression<Leaf>;
}

/** A number, a leaf of some kind, or an operation on two of these. */
export type Expression<Leaf> = number | Leaf | Operation<Leaf>;

/** The value of a register of the thread. */
export interface RegisterValue {
  readonly register: string;
}

export function isOperation<Leaf extends object>(expression: Leaf | Operation<Leaf>): expression is Operation<Leaf> {
  return 'op' in expression;
}

export function apply(op: Operator, left: number, right: number): number {
  switch (op) {
    case '+':
      return (left + right) | 0;
    case '-':
      return (left - right) | 0;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
    case '<':
      return Number(left < right);
    case '<=':
      return Number(left <= right);
    case '>':
      return Number(left > right);
    case '>=':
      return Number(left >= right);
  }
}

/** Returns the expression with its leaves replaced, simplified as far as possible: `r ^ r` is 0 whatever r is. */
export function substitute<From extends object, To extends object>(
  expression: Expression<From>,
  replace: (leaf: From) => Expression<To>,
): Expression<To> {
  if (typeof expression === 'number') return expression;
  if (!isOperation(expression)) return replace(expression);
  const left = substitute(expression.left, replace);
  const right = substitute(expression.right, replace);
  return simplify(expression.op, left, right);
}

function simplify<Leaf extends object>(
  op: Operator,
  left: Expression<Leaf>,
  right: Expression<Leaf>,
): Expression<Leaf> {
  if (typeof left === 'number' && typeof right === 'number') return apply(op, left, right);
  if (left === right && (op === '^' || op === '-')) return 0;
  if (op === '&' && (left === 0 || right === 0)) return 0;
  if (op === '+' && left === 0) return right;
  if ((op === '+' || op === '-') && right === 0) return left;
  return { op, left, right };
}

/** Returns the leaves of an expression as written: its syntactic dependencies. */
export function leavesOf<Leaf extends object>(expression: Expression<Leaf>): Leaf[] {
  if (typeof expression === 'number') return [];
  if (!isOperation(expression)) return [expression];
  return [...leavesOf(expression.left), ...leavesOf(expression.right)];
}
