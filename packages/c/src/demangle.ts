/** Prefixes for symbols that the compiler generates for a variable or a class. */
const MADE_FOR: Readonly<Record<string, string>> = { GV: 'guard of ', TV: 'vtable of ', TI: 'typeinfo of ' };

const ANONYMOUS = '_GLOBAL__N_1';
/** The suffix of rustc's names. */
const RUST_HASH = /^h[\da-f]{16}$/;
/** Builtin types, and pointers and qualifiers that apply to the type after them. */
const PLAIN_TYPE = /[a-zPRKOV]/;

/**
 * Returns the name behind a symbol of C++ (Itanium ABI, section 5.1) or of Rust as in the source, without parameters:
 * `_ZN5queue4pushEi` is `queue::push`. Used only for symbols without debug information, so it handles only the common
 * cases: templates and operators stay mangled.
 */
export function demangle(symbol: string): string {
  if (symbol.startsWith('_R')) return rustPath(symbol) ?? symbol;
  if (!symbol.startsWith('_Z')) return symbol;
  const madeFor = MADE_FOR[symbol.slice(2, 4)];
  const name = new Demangler(symbol, madeFor === undefined ? 2 : 4).name();
  return name === undefined ? symbol : (madeFor ?? '') + name;
}

/**
 * Returns a path of Rust (RFC 2603) without generics: `_RNvNtCs1234_3std5alloc4HOOK` is `std::alloc::HOOK`. Namespaces
 * come first, then the crate, then a name for each namespace.
 */
function rustPath(symbol: string): string | undefined {
  const [, namespaces = '', names] = /^_R((?:N[a-zA-Z])*)C(.*)$/.exec(symbol) ?? [];
  if (names === undefined) return undefined;
  const parts: string[] = [];
  let rest = names;
  for (let count = 0; count <= namespaces.length / 2; count++) {
    const [start, digits] = /^(?:s\w*?_)?(0|[1-9]\d*)_?/.exec(rest) ?? [];
    if (start === undefined) return undefined;
    const name = rest.slice(start.length, start.length + Number(digits));
    if (!/^\w*$/.test(name)) return undefined;
    if (name !== '') parts.push(name);
    rest = rest.slice(start.length + name.length);
  }
  return parts.join('::');
}

class Demangler {
  constructor(
    private readonly text: string,
    private at: number,
  ) {}

  /** Returns the name; undefined if it is not one of the common cases. */
  name(): string | undefined {
    if (this.accept('Z')) return this.localName();
    const parts: string[] = [];
    const nested = this.accept('N');
    if (nested) while (/[rVK]/.test(this.text.charAt(this.at))) this.at++;
    if (this.accept('St')) parts.push('std');
    do {
      const part = this.part(parts.at(-1) ?? '');
      if (part === undefined) return undefined;
      if (part !== ANONYMOUS && !RUST_HASH.test(part)) parts.push(part);
    } while (nested && !this.accept('E'));
    return parts.length === 0 || this.text.charAt(this.at) === 'I' ? undefined : parts.join('::');
  }

  /** Returns the name of a variable in a function, without the function. */
  private localName(): string | undefined {
    if (this.name() === undefined) return undefined;
    while (!this.accept('E')) if (!this.skipType()) return undefined;
    return this.name();
  }

  private part(around: string): string | undefined {
    this.accept('L');
    const special = /^(?:C[123]|D[012])/.exec(this.text.slice(this.at))?.[0];
    if (special === undefined) return this.identifier();
    this.at += 2;
    return special.startsWith('D') ? `~${around}` : around;
  }

  private identifier(): string | undefined {
    const digits = /^[1-9]\d*/.exec(this.text.slice(this.at))?.[0];
    if (digits === undefined) return undefined;
    const start = this.at + digits.length;
    this.at = start + Number(digits);
    const name = this.text.slice(start, this.at);
    return /^\w+$/.test(name) ? name : undefined;
  }

  private skipType(): boolean {
    if (!PLAIN_TYPE.test(this.text.charAt(this.at))) return this.name() !== undefined;
    this.at++;
    return true;
  }

  private accept(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }
}
