import type { Random } from '@fencepost/core';

/** Changes a file in one way, as an editor, a disk error or an attacker might. */
type Mutation = (bytes: Buffer, random: Random) => Buffer;

const below = (random: Random, n: number): number => Math.floor(random.next() * n);
const oneOf = <T>(random: Random, values: readonly T[]): T => values[below(random, values.length)]!;

const NUMBERS = [
  ...['-1', '0', '1.5', '-0', '1e400', '1e9', '0x7fffffff', '2147483648', '-2147483649', '4294967296', '65536'],
  ...['9007199254740993', '18446744073709551616', '9'.repeat(400), 'NaN', 'Infinity', '00', '1_000', '256', '3.0e-5'],
];
const DEEP = 20_000;
const LONG = 200_000;

const splice = (bytes: Buffer, at: number, remove: number, insert: Buffer | string): Buffer =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(insert), bytes.subarray(at + remove)]);

const insertAnywhere =
  (text: (random: Random) => Buffer | string): Mutation =>
  (bytes, random) =>
    splice(bytes, below(random, bytes.length + 1), 0, text(random));

/** Splits the file into words, blanks and single characters for a change. */
function onTokens(change: (tokens: string[], at: number, random: Random) => void): Mutation {
  return (bytes, random) => {
    const tokens = bytes.toString('latin1').match(/\w+|\s+|[^\w\s]/g) ?? [];
    if (tokens.length > 0) change(tokens, below(random, tokens.length), random);
    return Buffer.from(tokens.join(''), 'latin1');
  };
}

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'bytes flipped': (bytes, random) => {
    const changed = Buffer.from(bytes);
    for (let i = below(random, 4); i >= 0 && changed.length > 0; i--) {
      const at = below(random, changed.length);
      changed[at] = changed[at]! ^ (1 + below(random, 255));
    }
    return changed;
  },
  'token deleted': onTokens((tokens, at) => tokens.splice(at, 1)),
  'token doubled': onTokens((tokens, at) => tokens.splice(at, 0, tokens[at]!)),
  'tokens swapped': onTokens((tokens, at, random) => {
    const other = below(random, tokens.length);
    [tokens[at], tokens[other]] = [tokens[other]!, tokens[at]!];
  }),
  'token repeated': onTokens((tokens, at, random) => (tokens[at] = tokens[at]!.repeat(oneOf(random, [3, 300, DEEP])))),
  'number changed': onTokens((tokens, at, random) => {
    const numbers = tokens.flatMap((token, i) => (/^\d/.test(token) ? [i] : []));
    tokens[numbers.length === 0 ? at : oneOf(random, numbers)] = oneOf(random, NUMBERS);
  }),
  'line deleted': (bytes, random) => {
    const lines = bytes.toString('latin1').split('\n');
    lines.splice(below(random, lines.length), 1);
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  'line doubled': (bytes, random) => {
    const lines = bytes.toString('latin1').split('\n');
    const at = below(random, lines.length);
    lines.splice(below(random, lines.length), 0, lines[at]!);
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  truncated: (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  nested: insertAnywhere((random) => oneOf(random, ['(', '[', '{', '~', '!{', '-', '(*', '/*', '[{"a":']).repeat(DEEP)),
  NUL: insertAnywhere(() => '\0'),
  'invalid UTF-8': insertAnywhere((random) => Buffer.from(oneOf(random, [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf8]]))),
  'terminal escape': insertAnywhere(() => '\x1b]0;title\x07\x1b[2J\u009b31m'),
  'long line': insertAnywhere((random) => oneOf(random, ['a', '1', ' ', '"', '\t', 'a ', 'a;', '1,']).repeat(LONG)),
};

/** Returns a file with one to three changes, and their names. */
export function mutated(bytes: Buffer, random: Random): { readonly bytes: Buffer; readonly how: string } {
  const names = Object.keys(MUTATIONS);
  // Rough changes fail in the first line of a parser. Small ones, used more often, reach deeper.
  const gentle = ['number changed', 'token deleted', 'token doubled', 'tokens swapped', 'line deleted', 'line doubled'];
  const rough = random.next() < 0.4;
  const chosen = Array.from({ length: 1 + below(random, 3) }, () => oneOf(random, rough ? names : gentle));
  const result = chosen.reduce((before, name) => MUTATIONS[name]!(before, random), bytes);
  return { bytes: result, how: chosen.join(', ') };
}
