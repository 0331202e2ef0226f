import type { Instruction } from '@fencepost/axioms';
import type { Token, Tokens } from '../format/tokens.js';
import type { Parameter } from './parameters.js';
import { twice } from './parameters.js';

/** Declarations and instructions of a thread during parsing. */
export class Scope {
  readonly tokens: Tokens;
  /** Target list for instructions; `if` uses separate lists. */
  instructions: Instruction[] = [];
  private readonly parameters: ReadonlyMap<string, Parameter>;
  private readonly declared = new Set<string>();
  private temporaries = 0;

  constructor(tokens: Tokens, parameters: ReadonlyMap<string, Parameter>) {
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

  /** The address of the variable that a pointer points to. */
  variable(name: Token, isAtomic: boolean): number {
    const { source } = this.tokens;
    const parameter = this.parameters.get(name.text);
    if (parameter === undefined) {
      throw source.syntaxError(
        name.offset,
        `this thread has no pointer '${name.text}'`,
        'threads get them as parameters',
      );
    }
    if (parameter.isAtomic === isAtomic) return parameter.address;
    throw isAtomic
      ? source.syntaxError(name.offset, `'${name.text}' is not atomic`, `declare it: atomic_int* ${name.text}`)
      : source.unsupported(
          name.offset,
          `'${name.text}' is atomic, and *${name.text} does not state an order`,
          'write atomic_load_explicit or atomic_store_explicit',
        );
  }
}
