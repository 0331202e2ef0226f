/** A specialised metadata node (`!DIFile(filename: "a.c")`) or a tuple (`!{!1, !2}`, without a tag). */
export interface MetadataNode {
  readonly tag: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly elements: readonly string[];
}

/** Metadata nodes by name. Parsed on demand, because most are never used. */
export class Metadata {
  private readonly texts: ReadonlyMap<string, string>;
  private readonly nodes = new Map<string, MetadataNode>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.texts = texts;
  }

  /** Returns a node by name. Also accepts an inline node: `!DIExpression()`. */
  node(name: string | undefined): MetadataNode | undefined {
    if (name === undefined) return undefined;
    const known = this.nodes.get(name);
    if (known !== undefined) return known;
    const text = this.texts.get(name);
    if (text === undefined) return undefined;
    const node = parseNode(text);
    this.nodes.set(name, node);
    return node;
  }

  /** Returns the node that a field of another one names. */
  follow(node: MetadataNode | undefined, field: string): MetadataNode | undefined {
    return this.node(node?.fields.get(field));
  }
}

/** Reads the text of a node, without its tokens: a program has thousands of places. */
function parseNode(text: string): MetadataNode {
  const fields = new Map<string, string>();
  const elements: string[] = [];
  const begin = text.startsWith('distinct ') ? 'distinct '.length : 0;
  let open = begin + 1;
  while (open < text.length && !isOpening(text.charCodeAt(open))) open++;
  const tag = text.slice(begin + 1, open);
  let start = open + 1;
  let colon = -1;
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (isOpening(code)) depth++;
    else if (code === COLON && depth === 1 && colon < 0) colon = at;
    else if (isClosing(code)) depth--;
    if (depth === 0 ? at > start : depth === 1 && code === COMMA) {
      if (colon < 0) elements.push(text.slice(start, at).trim());
      else fields.set(text.slice(start, colon).trim(), text.slice(colon + 1, at).trim());
      start = at + 1;
      colon = -1;
    }
    if (depth === 0) break;
  }
  return { tag, fields, elements };
}

function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  return end < 0 ? text.length : end;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;

/** Whether this is `(`, `{`, `[` or `<`. */
function isOpening(code: number): boolean {
  return code === 0x28 || code === 0x7b || code === 0x5b || code === 0x3c;
}

/** Whether this is `)`, `}`, `]` or `>`. */
function isClosing(code: number): boolean {
  return code === 0x29 || code === 0x7d || code === 0x5d || code === 0x3e;
}

/** Returns a string field, without quotes and with `\5C` escapes decoded. */
export function stringField(node: MetadataNode | undefined, field: string): string | undefined {
  const quoted = node?.fields.get(field);
  if (!quoted?.startsWith('"')) return undefined;
  return unescapeString(quoted);
}

/** Returns a numeric field; 0 if absent. */
export function numberField(node: MetadataNode | undefined, field: string): number {
  return Number(node?.fields.get(field) ?? 0);
}

/** Decodes the bytes of an LLVM string as UTF-8. */
export function unescapeString(quoted: string): string {
  const inner = quoted.slice(quoted.indexOf('"') + 1, -1);
  if (!inner.includes('\\')) return inner;
  const encoded = inner
    .replace(/%/g, '%25')
    .replace(/\\(\\|[\dA-Fa-f]{2})/g, (_, code: string) => (code === '\\' ? '%5C' : `%${code}`));
  try {
    return decodeURIComponent(encoded);
  } catch {
    return inner;
  }
}
