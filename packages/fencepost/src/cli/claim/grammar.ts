import { FencepostError } from '@fencepost/core';

export const ORDERS = ['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'] as const;
export type Order = (typeof ORDERS)[number];

/** A variable and a value. */
export type Equation = readonly [name: string, value: bigint];

/** A line of the program's file or of another one, such as a header. */
export interface Place {
  readonly file: string | undefined;
  readonly line: number;
}

/** A claim, as parsed from a sentence. */
export type Claim =
  | { readonly kind: 'order'; readonly place: Place; readonly order: Order }
  | { readonly kind: 'no fence'; readonly place: Place }
  | { readonly kind: 'linearizable'; readonly names: readonly string[] }
  | { readonly kind: 'never'; readonly all: readonly Equation[] }
  | { readonly kind: 'ends'; readonly equation: Equation; readonly always: boolean }
  | { readonly kind: 'none'; readonly failure: 'data race' | 'deadlock' | 'assertion' | 'any' }
  | { readonly kind: 'robust' };

export interface Sentence {
  readonly claim: Claim;
  /** Empty: the default ones. */
  readonly models: readonly string[];
}

interface Form {
  /** As the help shows it. */
  readonly form: string;
  readonly pattern: RegExp;
  readonly claim: (words: readonly (string | undefined)[]) => Claim;
}

const NAME = String.raw`(?:\d+:)?[A-Za-z_][\w.[\]]*`;
const NAMES = `${NAME}(?:(?:, | and |, and )${NAME})*`;
/** A line, with or without a file. */
const PLACE = String.raw`(?:line (\d+)|(?:line )?(\S+):(\d+))`;
const placeOf = ([own, file, line]: readonly (string | undefined)[]): Place => ({ file, line: Number(own ?? line) });
/** A number that a variable can have. */
const valueOf = (digits: string): bigint => {
  const value = BigInt(digits);
  if (value < -(2n ** 63n) || value >= 2n ** 64n)
    throw new FencepostError('USAGE', `no variable has the value ${digits}: it needs more than 64 bits`);
  return value;
};
const named = (list: string): string[] => list.split(/, and |, | and /);

/** The sentences that `claim` understands. A new one is a row here, and what decides it. */
const FORMS: readonly Form[] = [
  {
    form: `line N can be ${ORDERS.join('|')}`,
    pattern: new RegExp(`^${PLACE} can be (${ORDERS.join('|')})$`),
    claim: (words) => ({ kind: 'order', place: placeOf(words), order: words[3]!.toLowerCase() as Order }),
  },
  {
    form: 'line N needs no fence',
    pattern: new RegExp(`^${PLACE} needs no fence$`),
    claim: (words) => ({ kind: 'no fence', place: placeOf(words) }),
  },
  {
    form: 'a, b and c are linearizable',
    pattern: new RegExp(`^(${NAMES}) (?:are|is) linearizable$`),
    claim: ([list]) => ({ kind: 'linearizable', names: named(list!) }),
  },
  {
    form: 'a and b are never both 1',
    pattern: new RegExp(`^(${NAMES}) are never (?:both|all) (-?\\d+)$`),
    claim: ([list, value]) => ({ kind: 'never', all: named(list!).map((name) => [name, valueOf(value!)]) }),
  },
  {
    form: 'a is never 1',
    pattern: new RegExp(`^(${NAME}) is never (-?\\d+)$`),
    claim: ([name, value]) => ({ kind: 'never', all: [[name!, valueOf(value!)]] }),
  },
  {
    form: 'a ends as 2',
    pattern: new RegExp(`^(${NAME}) (?:always )?ends as (-?\\d+)$`),
    claim: ([name, value]) => ({ kind: 'ends', equation: [name!, valueOf(value!)], always: true }),
  },
  {
    form: 'a can end as 2',
    pattern: new RegExp(`^(${NAME}) can end as (-?\\d+)$`),
    claim: ([name, value]) => ({ kind: 'ends', equation: [name!, valueOf(value!)], always: false }),
  },
  {
    form: 'no data race; no deadlock; no assertion fails',
    pattern: /^(?:there is )?no (data race|deadlock|assertion)(?: fails| can fail)?$/,
    claim: ([failure]) => ({ kind: 'none', failure: failure!.toLowerCase() as 'data race' }),
  },
  { form: 'it is safe', pattern: /^it is safe$/, claim: () => ({ kind: 'none', failure: 'any' }) },
  { form: 'it is robust', pattern: /^it is robust$/, claim: () => ({ kind: 'robust' }) },
];

/** The grammar, one form per line. */
export const GRAMMAR = FORMS.flatMap(({ form }) => form.split('; '));

/** Understands a sentence; throws with the grammar if it does not. */
export function sentenceOf(text: string): Sentence {
  const plain = text.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '');
  const [, body = '', models] = /^(.*?)(?: under ([\w, ]+))?$/.exec(plain)!;
  for (const { pattern, claim } of FORMS) {
    const found = new RegExp(pattern, 'i').exec(body);
    if (found !== null) {
      return { claim: claim(found.slice(1)), models: models === undefined ? [] : named(models.toLowerCase()) };
    }
  }
  throw new FencepostError('USAGE', `the claim '${plain.slice(0, 200)}' is not understood`, {
    hint: `sentences are: ${GRAMMAR.join('; ')}; each may end with 'under x86, c11'`,
  });
}
