import { bracketDepth, joinTokens, splitAtCommas, tokenize } from './lexer.js';

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

function parseNode(text: string): MetadataNode {
  const tokens = tokenize(text.replace(/^distinct /, ''));
  const fields = new Map<string, string>();
  const elements: string[] = [];
  const tag = (tokens[0]?.text ?? '').slice(1);
  const open = tokens.findIndex((token) => bracketDepth(token) > 0);
  for (const part of splitAtCommas(tokens.slice(open + 1, -1))) {
    if (part[0]?.kind === 'label') fields.set(part[0].text.slice(0, -1), joinTokens(part.slice(1)));
    else elements.push(joinTokens(part));
  }
  return { tag, fields, elements };
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
