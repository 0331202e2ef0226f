/** A list in parentheses, or an atom: a word, or a string with its quotes. `text` is the source of it. */
export interface Expression {
  readonly text: string;
  /** Undefined: an atom. */
  readonly items?: readonly Expression[];
}

const TOKEN = /\s+|;;[^\n]*|\(;[\s\S]*?;\)|"(?:[^"\\]|\\[\s\S])*"|[()]|[^\s()";]+/y;

/** Parses S-expressions, as in the text format of WebAssembly. */
export function parseExpressions(source: string): readonly Expression[] {
  const open: { readonly start: number; readonly items: Expression[] }[] = [{ start: 0, items: [] }];
  for (let at = 0; at < source.length;) {
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(source) ?? [];
    if (token === undefined) throw new Error(`an unexpected character at offset ${at}: ${source[at]}`);
    const start = at;
    at += token.length;
    if (token === '(') open.push({ start, items: [] });
    else if (token === ')') {
      const closed = open.pop()!;
      if (open.length === 0) throw new Error(`a parenthesis too many at offset ${start}`);
      open.at(-1)!.items.push({ text: source.slice(closed.start, at), items: closed.items });
    } else if (!/^(?:\s|;;|\(;)/.test(token)) open.at(-1)!.items.push({ text: token });
  }
  if (open.length > 1) throw new Error('a parenthesis is missing at the end');
  return open[0]!.items;
}

/** Returns the first atom of a list. */
export function headOf({ items }: Expression): string | undefined {
  return items?.[0]?.text;
}

/** Returns the name of a list, `$name`, if it has one. */
export function nameOf({ items }: Expression): string | undefined {
  const second = items?.[1];
  return second?.items === undefined && second?.text.startsWith('$') === true ? second.text : undefined;
}
