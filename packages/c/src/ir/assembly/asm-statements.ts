/** An operand as written in the template, in AT&T syntax. */
export type AsmOperand =
  | { readonly kind: 'immediate'; readonly value: bigint }
  | { readonly kind: 'register'; readonly name: string }
  /** `$0`, `${0:b}`: an operand of the statement. */
  | { readonly kind: 'operand'; readonly index: number; readonly modifier: string }
  /** `8(%rax)`, `($1)`. */
  | { readonly kind: 'memory'; readonly offset: bigint; readonly base: AsmOperand }
  /** `1b`, `2f`, or a name. */
  | { readonly kind: 'label'; readonly name: string };

/** A label, or an instruction with its prefix. */
export type AsmStatement =
  | { readonly kind: 'label'; readonly name: string }
  | {
      readonly kind: 'instruction';
      readonly name: string;
      readonly locked: boolean;
      readonly operands: readonly AsmOperand[];
      readonly text: string;
    };

/** Reads the statements of a template; undefined if one of them has an unsupported form. */
export function readTemplate(template: string): readonly AsmStatement[] | undefined {
  const statements: AsmStatement[] = [];
  let prefix = '';
  for (const line of lines(template)) {
    let rest = line;
    for (let label = LABEL.exec(rest); label !== null; label = LABEL.exec(rest)) {
      statements.push({ kind: 'label', name: label[1]! });
      rest = rest.slice(label[0].length);
    }
    if (rest === '') continue;
    if (rest === 'lock' || rest === 'rep') {
      prefix = `${rest} `;
      continue;
    }
    const text = prefix + rest;
    prefix = '';
    const [, lock, name, list = ''] = /^(lock )?((?:rep )?\S+)(?: (.+))?$/.exec(text) ?? [];
    const operands = splitOperands(list).map(readOperand);
    if (name === undefined || operands.includes(undefined)) return undefined;
    const known = operands.filter((each) => each !== undefined);
    statements.push({ kind: 'instruction', name, locked: lock !== undefined, operands: known, text });
  }
  // A final `rep` has no effect.
  return prefix === 'lock ' ? undefined : statements;
}

const LABEL = /^([\w.$:{}]+):(?: |$)/;

/** Returns the instructions of a template, in lower case, with single spaces and without comments. */
function lines(template: string): string[] {
  return (
    template
      .replace(/\\0[9Dd]/g, ' ')
      // If the template offers two dialects, the first is AT&T.
      .replace(/\$\((.*?)\$\|.*?\$\)/g, '$1')
      .replace(/\/\*.*?\*\//g, ' ')
      .replace(/#.*?(?=\\0[Aa]|$)/g, '')
      .split(/;|\\0[Aa]/)
      .map((part) => part.trim().replace(/\s+/g, ' ').toLowerCase())
      .filter((part) => part !== '')
  );
}

function splitOperands(list: string): string[] {
  return list === '' ? [] : list.split(/,(?![^(]*\))/).map((part) => part.trim());
}

function readOperand(text: string): AsmOperand | undefined {
  const immediate = /^\$\$(-?(?:0x[\da-f]+|\d+))$/.exec(text)?.[1];
  if (immediate !== undefined) return { kind: 'immediate', value: number(immediate) };
  const memory = /^(-?(?:0x[\da-f]+|\d+))?\(([^,()]+)\)$/.exec(text);
  if (memory !== null) {
    const base = readOperand(memory[2]!.trim());
    if (base?.kind !== 'register' && base?.kind !== 'operand') return undefined;
    return { kind: 'memory', offset: number(memory[1] ?? '0'), base };
  }
  const register = /^%(\w+)$/.exec(text)?.[1];
  if (register !== undefined) return { kind: 'register', name: register };
  const [, plain, modified, modifier = ''] = /^(?:\$(\d+)|\$\{(\d+)(?::(\w))?\})$/.exec(text) ?? [];
  const index = plain ?? modified;
  if (index !== undefined) return { kind: 'operand', index: Number(index), modifier };
  return /^[\w.$:{}]+$/.test(text) ? { kind: 'label', name: text } : undefined;
}

function number(text: string): bigint {
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
}
