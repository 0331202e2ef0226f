import type { Token } from './c-syntax.js';
import { closing, isWord, opening } from './c-syntax.js';

/** An access in the text. Tokens by index. */
export interface TextAccess {
  /** Tokens of the accessed expression. */
  readonly first: number;
  readonly last: number;
  /** The name whose declaration determines the access. */
  readonly root: number;
  /** Number of times the named object is indexed or dereferenced. */
  readonly levels: number;
  readonly isMember: boolean;
  /** Kind of access; `=`, `+=`, `++` and `--` before (`prefix`) or after it. `value`: it is read. */
  readonly form: 'value' | 'assigned' | 'compound' | 'postfix' | 'prefix';
  /** The operator: `=`, `+`, `-`. */
  readonly operator: string;
}

/**
 * Returns the access at the place that compilers report: loads are at the expression they read, stores at their
 * operators. undefined: the text has another form, or it comes from a macro. `name` is the variable's name.
 */
export function accessAt(tokens: readonly Token[], at: number, name: string, indices: number): TextAccess | undefined {
  const text = tokens[at]!.text;
  const next = tokens[at + 1]?.text;
  const touches = tokens[at + 1]?.start === tokens[at]!.end;
  if (text === '=' && !(next === '=' && touches)) return lvalueBefore(tokens, at - 1, 'assigned', '=');
  if ((text === '+' || text === '-') && next === text && touches) {
    const isPostfix = isWord(tokens[at - 1]) || tokens[at - 1]?.text === ']' || tokens[at - 1]?.text === ')';
    return isPostfix ? lvalueBefore(tokens, at - 1, 'postfix', text) : valueAt(tokens, at + 2, name, indices, text);
  }
  if (/^[-+&|^*/%]$/.test(text) && next === '=' && touches) return lvalueBefore(tokens, at - 1, 'compound', text);
  return valueAt(tokens, at, name, indices);
}

/** Returns the lvalue that ends with a token, before an operator. */
function lvalueBefore(
  tokens: readonly Token[],
  last: number,
  form: TextAccess['form'],
  operator: string,
): TextAccess | undefined {
  if (tokens[last]?.text === ')') {
    const open = opening(tokens, last);
    if (isWord(tokens[open - 1])) return undefined;
    const inner = lvalueBefore(tokens, last - 1, form, operator);
    return inner?.first === open + 1 ? { ...inner, first: open, last } : undefined;
  }
  const chain = chainBefore(tokens, last);
  if (chain === undefined) return undefined;
  let { first } = chain;
  let stars = 0;
  while (tokens[first - 1]?.text === '*' && !isOperand(tokens[first - 2])) {
    first--;
    stars++;
  }
  return { ...chain, first, last, levels: chain.levels + stars, form, operator };
}

function isOperand(token: Token | undefined): boolean {
  return token !== undefined && (isWord(token) || /^[\d)\]]/.test(token.text)) && token.text !== 'return';
}

type Chain = Pick<TextAccess, 'first' | 'root' | 'levels' | 'isMember'>;

/** Returns the chain of names with `.`, `->` and brackets that ends with a token. */
function chainBefore(tokens: readonly Token[], last: number): Chain | undefined {
  let at = last;
  let levels = 0;
  while (tokens[at]?.text === ']') {
    at = opening(tokens, at) - 1;
    levels++;
  }
  if (!isWord(tokens[at])) return undefined;
  const root = at;
  const isMember = /^(?:\.|->)$/.test(tokens[at - 1]?.text ?? '');
  while (/^(?:\.|->|::)$/.test(tokens[at - 1]?.text ?? '')) {
    at -= 2;
    while (tokens[at]?.text === ']' || tokens[at]?.text === ')') at = opening(tokens, at) - 1;
    if (!isWord(tokens[at])) return undefined;
  }
  return { first: at, root, levels, isMember };
}

/** Returns the expression that begins at a token, or has it as its last name. */
function valueAt(
  tokens: readonly Token[],
  at: number,
  name: string,
  indices: number,
  operator = '',
): TextAccess | undefined {
  const form = operator === '' ? 'value' : 'prefix';
  let start = at;
  let stars = 0;
  while (tokens[start]?.text === '*') {
    start++;
    stars++;
  }
  if (!isWord(tokens[start])) return undefined;
  // If a chain continues, the read part ends with the name of the variable.
  let found: TextAccess | undefined;
  for (let last = start; ;) {
    const isOwn = tokens[last]!.text === name && stars === 0;
    let end = last;
    let subscripts = 0;
    while (tokens[end + 1]?.text === '[' && !(isOwn && subscripts === indices)) {
      end = closing(tokens, end + 1);
      subscripts++;
    }
    const chain = chainBefore(tokens, end);
    if (chain === undefined) return found;
    const isNamed = isOwn && subscripts === indices;
    const whole = { ...chain, first: stars > 0 ? at : chain.first, last: end, levels: subscripts + stars };
    if (isNamed || found === undefined) found = { ...whole, form, operator };
    if (isNamed || !/^(?:\.|->)$/.test(tokens[end + 1]?.text ?? '') || !isWord(tokens[end + 2])) return found;
    last = end + 2;
    if (stars > 0) found = undefined;
  }
}
