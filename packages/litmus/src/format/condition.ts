import type { Word } from '@fencepost/axioms';
import { parseValue } from './initial-state.js';
import type { Observable } from './observables.js';
import type { Place } from './places.js';
import { parsePlace, registerAfter } from './places.js';
import type { RegisterNames } from './registers.js';
import type { Tokens } from './tokens.js';
import type { Variables } from './variables.js';

/** Whether some execution, no execution or every execution must satisfy the proposition. */
export type Quantifier = 'exists' | '~exists' | 'forall';

/** A statement about a final state. */
export type Proposition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'equal'; readonly left: Observable; readonly right: Word | Observable }
  | { readonly kind: 'not'; readonly of: Proposition }
  | { readonly kind: 'and' | 'or'; readonly left: Proposition; readonly right: Proposition };

export interface Condition {
  readonly quantifier: Quantifier;
  readonly proposition: Proposition;
  readonly text: string;
  /** Everything that `locations` and the proposition mention, as mentioned. */
  readonly mentioned: readonly Observable[];
}

/** Parses everything after the program table. */
export function parseCondition(
  tokens: Tokens,
  names: RegisterNames,
  variables: Variables,
  threadCount: number,
): Condition {
  return new ConditionParser(tokens, names, variables, threadCount).parse();
}

/** Returns whether a proposition holds if the observables have these values. */
export function evaluate<W extends Word>(
  proposition: Proposition,
  valueOf: (item: Observable) => W,
  isEqual: (a: W, b: Word) => boolean = (a, b) => a === b,
): boolean {
  // A long list of terms nests to the left. Looping there avoids deep recursion.
  for (let current = proposition; ;) {
    switch (current.kind) {
      case 'constant':
        return current.value;
      case 'equal': {
        const { left, right } = current;
        return isEqual(valueOf(left), typeof right === 'object' ? valueOf(right) : right);
      }
      case 'not':
        return !evaluate(current.of, valueOf, isEqual);
      case 'and':
        if (!evaluate(current.right, valueOf, isEqual)) return false;
        break;
      case 'or':
        if (evaluate(current.right, valueOf, isEqual)) return true;
    }
    current = current.left;
  }
}

/**
 * Maximum nesting of parentheses, negations and implications: far more than tests use, far less than the stack allows.
 */
const MOST_NESTED = 500;

class ConditionParser {
  private readonly mentioned: Observable[] = [];
  private depth = 0;
  private readonly tokens: Tokens;
  private readonly names: RegisterNames;
  private readonly variables: Variables;
  private readonly threadCount: number;

  constructor(tokens: Tokens, names: RegisterNames, variables: Variables, threadCount: number) {
    this.tokens = tokens;
    this.names = names;
    this.variables = variables;
    this.threadCount = threadCount;
  }

  parse(): Condition {
    const { tokens, mentioned } = this;
    if (tokens.accept('locations')) this.locations();
    const { text: word, offset } = tokens.peek();
    if (['filter', 'observed'].includes(word)) {
      throw tokens.source.unsupported(offset, `'${word}' is not supported`, 'supported are exists, ~exists and forall');
    }
    const isFinal = word === 'final';
    // As in herd7, a test without a condition requires nothing.
    if (tokens.peek().kind === 'end') {
      return { quantifier: 'forall', proposition: { kind: 'constant', value: true }, text: 'forall (true)', mentioned };
    }
    const quantifier = this.quantifier();
    const start = tokens.peek().offset;
    const proposition = this.disjunction();
    const written = tokens.source.text.slice(start, tokens.endOfTaken);
    tokens.accept(';');
    if (isFinal && tokens.accept('with')) this.expectations();
    if (tokens.at('with')) throw tokens.source.unsupported(tokens.peek().offset, "'with' is not supported");
    if (tokens.peek().kind !== 'end') throw tokens.unexpected("'/\\', '\\/' or the end of the file");
    return { quantifier, proposition, text: `${quantifier} ${written.replace(/\s+/g, ' ')}`, mentioned };
  }

  /** Skips what models are expected to say: `tso: ~exists; default: exists;`. */
  private expectations(): void {
    const { tokens } = this;
    while (tokens.peek().kind === 'name') {
      tokens.next();
      tokens.expect(':');
      this.quantifier();
      tokens.expect(';');
    }
  }

  private locations(): void {
    this.tokens.expect('[');
    while (!this.tokens.accept(']')) {
      if (this.tokens.accept(';')) continue;
      this.observable();
      if (!this.tokens.at(';') && !this.tokens.at(']')) throw this.tokens.unexpected("';' or ']'");
    }
  }

  private quantifier(): Quantifier {
    const { tokens } = this;
    // Old tests state a final state, and separately for each model whether it exists.
    if (tokens.accept('exists') || tokens.accept('final')) return 'exists';
    if (tokens.accept('forall')) return 'forall';
    if (!tokens.accept('~')) throw tokens.unexpected("'exists', '~exists' or 'forall'");
    tokens.expect('exists');
    return '~exists';
  }

  // herd7's precedences, from loose to tight: \/, /\, =>, not.

  private disjunction(): Proposition {
    let left = this.conjunction();
    while (this.tokens.accept('\\/')) left = { kind: 'or', left, right: this.conjunction() };
    return left;
  }

  private conjunction(): Proposition {
    let left = this.implication();
    while (this.tokens.accept('/\\')) left = { kind: 'and', left, right: this.implication() };
    return left;
  }

  private implication(): Proposition {
    const left = this.negation();
    if (!this.tokens.accept('=>')) return left;
    return { kind: 'or', left: { kind: 'not', of: left }, right: this.nested(() => this.implication()) };
  }

  private negation(): Proposition {
    const { tokens } = this;
    if (tokens.accept('~') || tokens.accept('not')) return { kind: 'not', of: this.nested(() => this.negation()) };
    if (tokens.accept('true')) return { kind: 'constant', value: true };
    if (tokens.accept('false')) return { kind: 'constant', value: false };
    if (!tokens.accept('(')) return this.equality();
    const inner = this.nested(() => this.disjunction());
    tokens.expect(')');
    return inner;
  }

  private nested(parse: () => Proposition): Proposition {
    if (this.depth >= MOST_NESTED) {
      const { source } = this.tokens;
      throw source.unsupported(this.tokens.endOfTaken - 1, `the condition is nested more than ${MOST_NESTED} deep`);
    }
    this.depth++;
    const inner = parse();
    this.depth--;
    return inner;
  }

  private equality(): Proposition {
    const { tokens } = this;
    const left = this.observable();
    const negated = tokens.accept('!=') || tokens.accept('<>');
    if (!negated && !tokens.accept('=') && !tokens.accept('==')) throw tokens.unexpected("'=' or '!='");
    const equal: Proposition = { kind: 'equal', left, right: this.rightSide() };
    return negated ? { kind: 'not', of: equal } : equal;
  }

  /** Parses a value, or a register or `[x]`, which must then hold the same value. (A bare `x` is the address of x.) */
  private rightSide(): Word | Observable {
    const { tokens } = this;
    if (tokens.at('[')) return this.observable();
    if (tokens.peek().kind === 'number') {
      const { offset } = tokens.peek();
      const value = tokens.expectWord('a value');
      if (!tokens.at(':')) return value;
      return this.resolve(registerAfter(tokens, this.names, Number(value), offset));
    }
    if (tokens.peek().kind === 'name') this.checkVariable(tokens.peek().text, tokens.peek().offset);
    return parseValue(tokens, this.variables);
  }

  private observable(): Observable {
    return this.resolve(parsePlace(this.tokens, this.names));
  }

  private resolve(place: Place): Observable {
    const item = this.check(place);
    this.mentioned.push(item);
    return item;
  }

  private check(place: Place): Observable {
    if (place.kind === 'variable') {
      this.checkVariable(place.name, place.offset);
      return { kind: 'variable', name: place.name, address: this.variables.address(place.name) };
    }
    if (place.thread < 0 || place.thread >= this.threadCount) {
      const threads = `there are ${this.threadCount}, and the first is 0`;
      throw this.tokens.source.syntaxError(place.offset, `the test has no thread ${place.thread}`, threads);
    }
    return { kind: 'register', thread: place.thread, register: place.register };
  }

  private checkVariable(name: string, offset: number): void {
    if (this.variables.has(name)) return;
    throw this.tokens.source.syntaxError(
      offset,
      `neither the initial state nor the program has a variable '${name}'`,
      `registers are written with their thread: ${this.names.example}`,
    );
  }
}
