import { text } from './text.js';

interface Details {
  readonly message: string;
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string;
  readonly generatedMessage: boolean;
}

/** Node's `AssertionError`. */
export class AssertionError extends Error {
  override readonly name: string = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string;
  readonly generatedMessage: boolean;

  constructor({ message, actual, expected, operator, generatedMessage }: Details) {
    super(message);
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    this.generatedMessage = generatedMessage;
  }
}

/** Two primitive values are compared on one line if their total length is less than this. */
const MOST_ON_A_LINE = 12 + 1;

const HEADS: Readonly<Record<string, string>> = {
  strictEqual: 'Expected values to be strictly equal:',
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  deepEqual: 'Expected values to be loosely deep-equal:',
  sameReference: 'Expected "actual" to be reference-equal to "expected":',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notDeepEqual: 'Expected values not to be loosely deep-equal:',
  notDeepEqualTo: 'Expected "actual" not to be loosely deep-equal to:',
  otherReference: 'Expected "actual" not to be reference-equal to "expected":',
};

/** Returns the message of a failed comparison. `message`: the program's own message, if any. */
export function complaint(operator: string, actual: unknown, expected: unknown, message?: string): string {
  const isShown = operator === 'strictEqual' || operator === 'deepStrictEqual';
  if (message !== undefined && !isShown) return message;
  const [a, b] = [shown(actual), shown(expected)];
  switch (operator) {
    case '==':
    case '!=':
      return `${onLine(actual)} ${operator} ${onLine(expected)}`;
    case 'deepEqual':
      return `${HEADS['deepEqual']}\n\n${a}\n\nshould loosely deep-equal\n\n${b}`;
    case 'notDeepEqual':
      if (a === b) return `${HEADS['notDeepEqualTo']}${a.includes('\n') ? `\n\n${a}\n` : ` ${a}`}`;
      return `${HEADS[operator]}\n\n${a}\n\nshould not loosely deep-equal\n\n${b}`;
    case 'notStrictEqual':
    case 'notDeepStrictEqual': {
      const head = HEADS[operator === 'notStrictEqual' && isObject(actual) ? 'otherReference' : operator]!;
      return a.includes('\n') ? `${head}\n\n${a}\n` : `${head} ${a}`;
    }
    default:
      return different(operator, actual, expected, message);
  }
}

function different(operator: string, actual: unknown, expected: unknown, message: string | undefined): string {
  const [a, b] = [shown(actual), shown(expected)];
  if (a === b) return `${message ?? 'Values have same structure but are not reference-equal:'}\n\n${a}\n`;
  const areObjects = isObject(actual) && isObject(expected);
  const head = message ?? HEADS[operator === 'strictEqual' && areObjects ? 'sameReference' : operator]!;
  const areShort = !a.includes('\n') && !b.includes('\n') && a.length + b.length < MOST_ON_A_LINE;
  if (areShort && !isObject(actual) && !isObject(expected)) return `${head}\n\n${a} !== ${b}\n`;
  return `${head}\n+ actual - expected\n\n${difference(a.split('\n'), b.split('\n')).join('\n')}`;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

function shown(value: unknown): string {
  const everything = { depth: 1000, maxArrayLength: Infinity, breakLength: Infinity, showHidden: false };
  return text.inspect(value, { ...everything, compact: false, customInspect: false, sorted: true, getters: true });
}

const onLine = (value: unknown): string => text.inspect(value);

/**
 * Returns the lines of both texts, with lines that occur in only one of them marked. Uses a longest common subsequence.
 */
function difference(a: readonly string[], b: readonly string[]): string[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(`  ${a[i++]}`);
      j++;
    } else if (j >= b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) lines.push(`+ ${a[i++]}`);
    else lines.push(`- ${b[j++]}`);
  }
  return lines;
}
