import type { AccessOrder } from './tables.js';

/** An operand in a template: `$0`, `$$1` or, of memory, also `($0)`. */
export type AsmOperand =
  | { readonly kind: 'operand'; readonly index: number; readonly indirect: boolean }
  | { readonly kind: 'immediate'; readonly value: number };

/** A byte that describes the result: `sete %0`, or an output `"=@ccz"`. */
export type AsmCondition = 'zero' | 'nonzero' | 'negative';

interface AsmFlag {
  readonly index: number;
  readonly condition: AsmCondition;
}

/** What an assembly template does to memory. */
export type AsmMeaning =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'fence'; readonly order: AccessOrder }
  /** A load or a store, depending on which operand is memory. */
  | { readonly kind: 'move'; readonly from: AsmOperand; readonly to: AsmOperand; readonly bits: number | undefined }
  | {
      readonly kind: 'exchange' | 'cas' | 'add' | 'sub' | 'or' | 'and' | 'xor';
      /** A register gets the old value; for the exchange and `xadd` (an `add` that keeps the old value). */
      readonly old: boolean;
      readonly memory: AsmOperand;
      readonly operand: AsmOperand;
      readonly bits: number | undefined;
      readonly flag: AsmFlag | undefined;
    };

const FENCES: readonly (readonly [RegExp, AccessOrder])[] = [
  [/^mfence$/, 'seq_cst'],
  [/^sfence$/, 'release'],
  [/^lfence$/, 'acquire'],
  // Atomic operations that change nothing on the stack: as strong as mfence, and cheaper.
  [/^lock (?:add|or|and|xor|sub)[bwlq]? \$\$(?:0|0x0|-1), ?-?(?:0x)?\d*\(%[er]sp\)$/, 'seq_cst'],
  [/^dmb(?: (?:ish|sy|osh))?$|^dsb(?: \w+)?$/, 'seq_cst'],
  [/^dmb (?:ish|sy|osh)?st$/, 'release'],
  [/^dmb (?:ish|osh)?ld$/, 'acquire'],
  [/^(?:hw)?sync(?: 0)?$|^fence(?: (?:rw|iorw), ?(?:rw|iorw))?$/, 'seq_cst'],
  [/^lwsync$|^fence\.tso$/, 'acq_rel'],
];

const NOTHING = /^(?:pause|nop|rep nop|rep|yield|isb(?: sy)?)$/;
const BITS: Readonly<Record<string, number>> = { b: 8, w: 16, l: 32, q: 64 };
const CONDITIONS: Readonly<Record<string, AsmCondition>> = {
  e: 'zero',
  z: 'zero',
  ne: 'nonzero',
  nz: 'nonzero',
  s: 'negative',
};

/** What a template does, if it is a known one of concurrent code. */
export function readAssembly(template: string): AsmMeaning | undefined {
  const [first, second, ...more] = statements(template);
  if (first === undefined) return { kind: 'nothing' };
  if ([first, second, ...more].every((each) => each === undefined || NOTHING.test(each))) return { kind: 'nothing' };
  if (more.length > 0) return undefined;
  const order = FENCES.find(([pattern]) => pattern.test(first))?.[1];
  if (order !== undefined) return second === undefined ? { kind: 'fence', order } : undefined;
  let flag: AsmFlag | undefined;
  if (second !== undefined) {
    const [, name, operand] = /^set(n?[ez]|s)b? (.+)$/.exec(second) ?? [];
    const target = operand === undefined ? undefined : readOperand(operand);
    const condition = CONDITIONS[name ?? ''];
    if (target?.kind !== 'operand' || condition === undefined) return undefined;
    flag = { index: target.index, condition };
  }
  return flag === undefined ? (readMove(first) ?? readAccess(first, flag)) : readAccess(first, flag);
}

/** Does it have an effect, and only on x86? Barriers of other machines are known, too. */
export function isOfX86({ kind }: AsmMeaning, template: string): boolean {
  return kind !== 'nothing' && (kind !== 'fence' || /\b[lms]fence\b|\block\b/i.test(template));
}

function readMove(statement: string): AsmMeaning | undefined {
  const [, suffix, source, target] = /^mov([bwlq])? ([^,]+), ?([^,]+)$/.exec(statement) ?? [];
  const from = readOperand(source ?? '');
  const to = readOperand(target ?? '');
  if (from === undefined || to === undefined) return undefined;
  return { kind: 'move', from, to, bits: suffix === undefined ? undefined : BITS[suffix] };
}

/** The condition by its suffix, as in `sete`. */
export function conditionOf(name: string): AsmCondition | undefined {
  return CONDITIONS[name];
}

/** The instructions of a template, with their `lock` and `rep` prefixes. */
function statements(template: string): string[] {
  const parts = template
    .replace(/\\0[9Dd]/g, ' ')
    .replace(/#.*?(?=\\0[Aa]|$)/g, '')
    .split(/;|\\0[Aa]/)
    .map((part) => part.trim().replace(/\s+/g, ' ').toLowerCase())
    .filter((part) => part !== '');
  const found: string[] = [];
  let prefix = '';
  for (const part of parts) {
    if (part === 'lock' || part === 'rep') prefix = `${part} `;
    else {
      found.push(prefix + part);
      prefix = '';
    }
  }
  return prefix === '' ? found : [...found, prefix.trim()];
}

function readAccess(statement: string, flag: AsmFlag | undefined): AsmMeaning | undefined {
  const [, lock, name, suffix, rest] =
    /^(lock )?(xadd|xchg|cmpxchg|inc|dec|add|sub|or|and|xor)([bwlq])? (.+)$/.exec(statement) ?? [];
  if (name === undefined || rest === undefined) return undefined;
  const operands = rest.split(/,\s*/).map(readOperand);
  const [a, b] = operands;
  const bits = suffix === undefined ? undefined : BITS[suffix];
  if (a === undefined || operands.length > 2) return undefined;
  if (name === 'inc' || name === 'dec') {
    if (lock === undefined || b !== undefined) return undefined;
    const operand: AsmOperand = { kind: 'immediate', value: 1 };
    return { kind: name === 'inc' ? 'add' : 'sub', old: false, memory: a, operand, bits, flag };
  }
  if (b === undefined) return undefined;
  // Only an exchange is atomic without the prefix.
  if (name === 'xchg') return { kind: 'exchange', old: true, memory: b, operand: a, bits, flag };
  if (lock === undefined) return undefined;
  if (name === 'xadd') return { kind: 'add', old: true, memory: b, operand: a, bits, flag };
  if (name === 'cmpxchg') return { kind: 'cas', old: true, memory: b, operand: a, bits, flag };
  return { kind: name as 'add' | 'sub' | 'or' | 'and' | 'xor', old: false, memory: b, operand: a, bits, flag };
}

function readOperand(text: string): AsmOperand | undefined {
  const immediate = /^\$\$(-?(?:0x[\da-f]+|\d+))$/.exec(text)?.[1];
  if (immediate !== undefined) return { kind: 'immediate', value: Number(immediate) };
  const [, open, plain, modified] = /^(\()?(?:\$(\d+)|\$\{(\d+)(?::\w)?\})\)?$/.exec(text) ?? [];
  const index = plain ?? modified;
  return index === undefined ? undefined : { kind: 'operand', index: Number(index), indirect: open !== undefined };
}
