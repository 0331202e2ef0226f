import type { AtomicFunction, AxiomaticProgram, Instruction, ProgramThread, Value } from '@fencepost/axioms';
import { nearest } from '@fencepost/core';
import { Source } from '../format/source.js';
import type { Lexicon, Token } from '../format/tokens.js';
import { Tokens } from '../format/tokens.js';
import { Variables } from '../format/variables.js';

/** Threads of JavaScript on one line, as a program without a condition. */
export interface Script {
  readonly program: AxiomaticProgram;
  /** Registers that each thread assigns, in that order. */
  readonly registers: readonly (readonly string[])[];
}

const JAVASCRIPT: Lexicon = {
  words: /([A-Za-z_][\w.]*)|(-?\d+)|(\|\||[;=(),])/y,
  commentEnd: () => undefined,
};

const FETCH: Readonly<Record<string, AtomicFunction>> = {
  exchange: 'exchange',
  add: '+',
  sub: '-',
  and: '&',
  or: '|',
  xor: '^',
};
const METHODS = ['load', 'store', ...Object.keys(FETCH), 'compareExchange'];

/**
 * Reads `x = 1; Atomics.store(y,1) || r0 = y; r1 = Atomics.load(x)`. Names such as `r0` are registers. All others are
 * cells of an Int32Array, initially 0; a bare access to one is a typed array access.
 */
export function parseScript(text: string, file: string): Script {
  const source = new Source(text, file);
  const tokens = new Tokens(source, 0, JAVASCRIPT);
  const variables = new Variables(() => source.siteAt(tokens.endOfTaken - 1));
  const threads: ProgramThread[] = [];
  const registers: (readonly string[])[] = [];
  do {
    const thread = new ThreadParser(tokens, variables);
    thread.parse();
    threads.push({ instructions: thread.instructions, registers: new Map() });
    registers.push([...thread.registers]);
  } while (tokens.accept('||'));
  if (tokens.peek().kind !== 'end') throw tokens.unexpected("';' or '||'");
  const memory = new Map(variables.list().map(({ address, initial }) => [address, Number(initial)]));
  return { program: { threads, memory }, registers };
}

class ThreadParser {
  readonly instructions: Instruction[] = [];
  readonly registers = new Set<string>();
  private readonly tokens: Tokens;
  private readonly variables: Variables;

  constructor(tokens: Tokens, variables: Variables) {
    this.tokens = tokens;
    this.variables = variables;
  }

  parse(): void {
    do {
      if (this.tokens.at('||') || this.tokens.peek().kind === 'end') return;
      this.statement();
    } while (this.tokens.accept(';'));
  }

  private statement(): void {
    const { tokens } = this;
    const name = tokens.expectName('a statement: r0 = x, x = 1 or Atomics.store(x, 1)');
    if (tokens.at('(')) {
      this.call(name, undefined);
      return;
    }
    tokens.expect('=');
    if (isRegister(name.text)) this.assignment(name);
    else this.push(name, { op: 'store', address: this.cell(name), value: this.value(), order: 'plain' });
  }

  /** Parses the rest of an assignment after `r0 =`. */
  private assignment(name: Token): void {
    const { tokens } = this;
    if (tokens.peek().kind !== 'name') {
      const value = this.value();
      this.assign(name, (to) => ({ op: 'assign', to, value }));
      return;
    }
    const right = tokens.next();
    if (tokens.at('(')) this.call(right, name);
    else if (isRegister(right.text)) this.assign(name, (to) => ({ op: 'assign', to, value: this.register(right) }));
    else this.assign(name, (to) => ({ op: 'load', to, address: this.cell(right), order: 'plain' }));
  }

  /** Parses `Atomics.load(x)`; everything in `Atomics` is SeqCst. */
  private call(name: Token, to: Token | undefined): void {
    const { tokens } = this;
    const method = name.text.startsWith('Atomics.') ? name.text.slice('Atomics.'.length) : '';
    if (!METHODS.includes(method)) throw this.unknown(name);
    tokens.expect('(');
    const address = this.cell(tokens.expectName('the name of a cell'));
    const argument = (): Value => {
      tokens.expect(',');
      return this.value();
    };
    const order = 'seq_cst' as const;
    const result = (make: (to: string) => Instruction): void =>
      to === undefined ? this.push(name, make('')) : this.assign(to, make);
    if (method === 'load') result((register) => ({ op: 'load', to: register, address, order }));
    else if (method === 'store') {
      if (to !== undefined)
        throw tokens.source.unsupported(name.offset, 'the result of Atomics.store is not supported');
      this.push(name, { op: 'store', address, value: argument(), order });
    } else if (method === 'compareExchange') {
      const [expected, value] = [argument(), argument()];
      result((register) => ({
        ...{ op: 'compare-exchange', to: register, address, expected, value },
        ...{ order, failureOrder: order },
      }));
    } else {
      const value = argument();
      result((register) => ({ op: 'rmw', fn: FETCH[method]!, to: register, address, value, order }));
    }
    tokens.expect(')');
  }

  private value(): Value {
    const { tokens } = this;
    if (tokens.peek().kind === 'name') return this.register(tokens.next());
    return tokens.expectInteger('a number or a register');
  }

  private register(name: Token): Value {
    if (this.registers.has(name.text)) return { register: name.text };
    const message = isRegister(name.text) ? `'${name.text}' has no value yet` : `'${name.text}' is a cell`;
    throw this.tokens.source.syntaxError(name.offset, message, 'read a cell into a register first: r0 = x');
  }

  private cell(name: Token): number {
    if (!isRegister(name.text) && !name.text.includes('.')) return this.variables.address(name.text);
    throw this.tokens.source.syntaxError(name.offset, `'${name.text}' is not a cell`, 'cells have names such as x');
  }

  private assign(name: Token, make: (to: string) => Instruction): void {
    if (!isRegister(name.text)) {
      throw this.tokens.source.syntaxError(name.offset, `'${name.text}' is not a register`, 'write r0 = …');
    }
    this.push(name, make(name.text));
    this.registers.add(name.text);
  }

  private push({ offset }: Token, instruction: Instruction): void {
    this.instructions.push({ ...instruction, site: this.tokens.source.siteAt(offset) });
  }

  private unknown({ text, offset }: Token): Error {
    const known = METHODS.map((method) => `Atomics.${method}`);
    const meant = nearest(text, known);
    const hint = meant === undefined ? `supported are ${known.join(', ')}` : `did you mean ${meant}?`;
    return this.tokens.source.unsupported(offset, `the function ${text} is not supported`, hint);
  }
}

/** `r0`, `r1`, … */
function isRegister(name: string): boolean {
  return /^r\d+$/.test(name);
}
