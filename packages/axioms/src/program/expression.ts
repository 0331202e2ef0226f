/** Operators on registers. Comparisons yield 1 or 0; words have 32 bits. */
export type Operator = '+' | '-' | '&' | '|' | '^' | '==' | '!=' | '<' | '<=' | '>' | '>=';

/** A value: a word of 32 bits, or a word of 64 bits without a sign. */
export type Word = number | bigint;

/** An operator and its operands. */
export interface Operation<Leaf, W extends Word = number> {
  readonly op: Operator;
  readonly left: Expression<Leaf, W>;
  readonly right: Expression<Leaf, W>;
}

/** A value, a leaf of some kind, or an operation on two of these. */
export type Expression<Leaf, W extends Word = number> = W | Leaf | Operation<Leaf, W>;

/** The value of a register of the thread. */
export interface RegisterValue {
  readonly register: string;
}

export function isOperation<Leaf extends object, W extends Word>(
  expression: Leaf | Operation<Leaf, W>,
): expression is Operation<Leaf, W> {
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

/** How to compute with words of a size. */
export interface Arithmetic<W extends Word> {
  readonly word: (value: number) => W;
  readonly apply: (op: Operator, left: W, right: W) => W;
}

export const WORDS_OF_32_BITS: Arithmetic<number> = { word: (value) => value, apply };

/** Returns the expression with its leaves replaced, simplified as far as possible: `r ^ r` is 0 whatever r is. */
export function substitute<From extends object, To extends object, W extends Word>(
  expression: Expression<From, W>,
  replace: (leaf: From) => Expression<To, W>,
  arithmetic: Arithmetic<W>,
): Expression<To, W> {
  if (typeof expression !== 'object') return expression;
  if (!isOperation<From, W>(expression)) return replace(expression);
  const left = substitute(expression.left, replace, arithmetic);
  const right = substitute(expression.right, replace, arithmetic);
  return simplify(expression.op, left, right, arithmetic);
}

function simplify<Leaf extends object, W extends Word>(
  op: Operator,
  left: Expression<Leaf, W>,
  right: Expression<Leaf, W>,
  { word, apply: applied }: Arithmetic<W>,
): Expression<Leaf, W> {
  if (typeof left !== 'object' && typeof right !== 'object') return applied(op, left, right);
  const zero = word(0);
  if ((op === '^' || op === '-') && isSame(left, right)) return zero;
  if (op === '&' && (left === zero || right === zero)) return zero;
  if (op === '+' && left === zero) return right;
  if ((op === '+' || op === '-') && right === zero) return left;
  return { op, left, right };
}

function isSame<Leaf extends object, W extends Word>(a: Expression<Leaf, W>, b: Expression<Leaf, W>): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (!isOperation<Leaf, W>(a) || !isOperation<Leaf, W>(b)) return false;
  return a.op === b.op && isSame(a.left, b.left) && isSame(a.right, b.right);
}

/** Returns the leaves of an expression as written: its syntactic dependencies. */
export function leavesOf<Leaf extends object, W extends Word>(expression: Expression<Leaf, W>): Leaf[] {
  if (typeof expression !== 'object') return [];
  if (!isOperation<Leaf, W>(expression)) return [expression];
  return [...leavesOf(expression.left), ...leavesOf(expression.right)];
}
