import type { Instruction } from '@fencepost/axioms';
import type { Token, Tokens } from '../format/tokens.js';
import { twice } from './parameters.js';

/** Declarations and instructions of a thread during parsing. */
export class Scope {
  readonly tokens: Tokens;
  /** Target list for instructions; `if` uses separate lists. */
  instructions: Instruction[] = [];
  /** Addresses of the variables that the thread has pointers to. */
  private readonly parameters: ReadonlyMap<string, number>;
  private readonly declared = new Set<string>();
  private temporaries = 0;

  constructor(tokens: Tokens, parameters: ReadonlyMap<string, number>) {
    this.tokens = tokens;
    this.parameters = parameters;
  }

  get locals(): readonly string[] {
    return [...this.declared].sort();
  }

  /** A register that the source does not name. */
  temporary(): string {
    return `$${this.temporaries++}`;
  }

  declare(name: Token): void {
    if (this.parameters.has(name.text) || this.declared.has(name.text)) throw twice(this.tokens, name);
    this.declared.add(name.text);
  }

  local(name: Token): string {
    if (this.declared.has(name.text)) return name.text;
    const { source } = this.tokens;
    if (this.parameters.has(name.text)) {
      throw source.syntaxError(name.offset, `'${name.text}' is a pointer here`, `write *${name.text}`);
    }
    throw source.syntaxError(name.offset, `'${name.text}' is not declared`, `declare it: int ${name.text} = 0;`);
  }

  /**
   * The address of the variable that a pointer points to. As in herd7, the access decides whether it is atomic, not the
   * type of the pointer: `*x` is a plain access.
   */
  variable(name: Token): number {
    const address = this.parameters.get(name.text);
    if (address !== undefined) return address;
    throw this.tokens.source.syntaxError(
      name.offset,
      `this thread has no pointer '${name.text}'`,
      'threads get them as parameters',
    );
  }
}
