import { controlFlow } from '../analysis/control-flow.js';
import type { FlowGraph } from '../analysis/control-flow.js';
import { reachable } from '../analysis/graph.js';
import type { Step } from '../analysis/pointers.js';
import { elementStep } from '../analysis/pointers.js';
import { attributeType, isByValue, parseCall } from '../syntax/calls.js';
import type { FunctionDefinition, Instruction } from '../syntax/function.js';
import type { Token } from '../syntax/lexer.js';
import { Cursor, splitAtCommas } from '../syntax/lexer.js';
import { acceptFlags } from '../syntax/orders.js';
import type { Layout, Type } from '../syntax/types.js';
import { parseType } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import { numberOf, parseTypedValue, parseValue } from '../syntax/values.js';
import { countedLoops } from './counted-loops.js';
import { constantOffset } from './constant-offset.js';
import type { Constants } from './lower-values.js';
import type { Body, BodyBlock, Code, Edge, Expression, Operation, Sources, Term } from './operations.js';
import { NotFollowed, SAME } from './operations.js';
import { privates, versions } from './private-variables.js';

const CASTS = /^(?:bitcast|ptrtoint|ptrtoaddr|inttoptr|zext|sext|trunc|freeze|addrspacecast)$/;
const ARITHMETIC = /^(?:add|sub|mul|[us]div|[us]rem|shl|[al]shr|and|or|xor)$/;
/** Instructions on numbers, whose results are no pointers. */
const NUMERIC = /^(?:[if]cmp|f(?:neg|add|sub|mul|div|rem|ptrunc|pext|ptoui|ptosi)|[us]itofp|fence)$/;
/** Instructions on numbers whose result is always the same for the same operands. */
const PURE = /^(?:icmp|ptrtoint|inttoptr|[sz]ext|trunc|add|sub|mul|shl|[al]shr|and|or|xor)$/;
const TERMINATORS = /^(?:br|switch|unreachable|indirectbr)$/;

/** Returns the operations of a function. */
export function lowerFunction(fn: FunctionDefinition, name: string, layout: Layout, constants: Constants): Body {
  if (fn.signature.variadic) throw new NotFollowed(`${name} takes a variable number of arguments`);
  return new Lowering(fn, layout, constants).body(name);
}

class Lowering {
  private readonly fn: FunctionDefinition;
  private readonly layout: Layout;
  private readonly constants: Constants;
  private readonly numbers = new Map<string, number>();
  private readonly flow: FlowGraph;
  private readonly expressions = new Map<number, Expression>();
  /** The comparisons with zero: `result` is true if `local` is zero, or if it is not. */
  private readonly tests = new Map<string, { readonly local: string; readonly isZero: boolean }>();

  constructor(fn: FunctionDefinition, layout: Layout, constants: Constants) {
    this.fn = fn;
    this.layout = layout;
    this.constants = constants;
    if (fn.blocks.some(({ instructions }) => instructions.some(({ opcode }) => opcode === 'landingpad'))) {
      throw new NotFollowed('clean-up at the end of a thread');
    }
    this.flow = controlFlow(fn);
    for (const { name } of fn.signature.parameters) this.number(name);
  }

  body(name: string): Body {
    const { blocks, successors } = this.flow;
    const all = new Set(blocks.keys());
    const lowered = blocks.map(({ instructions }, index) => ({
      ...this.operations(instructions),
      edges: this.edges(instructions.at(-1), successors[index]!),
      isRepeated: successors[index]!.some((next) => reachable(successors, next, all).has(index)),
    }));
    const own = privates(lowered.flatMap((block) => block.operations));
    const ssa = versions(lowered, own, () => this.number(`%join ${this.numbers.size}`));
    for (const [load, { term }] of ssa.read) {
      if (load.kind !== 'load' || term === undefined) continue;
      this.expressions.set(load.to, { form: SAME, operands: [term], bytes: 0 });
    }
    const read = new Map([...ssa.read].map(([load, { from }]) => [load, from]));
    const { expressions, numbers, fn } = this;
    const sizes = { parameters: fn.signature.parameters.length, locals: numbers.size };
    const { joins } = ssa;
    const loops = countedLoops(ssa.blocks, joins, expressions);
    const code = this.code(lowered, ssa.blocks);
    return { name, ...sizes, blocks: ssa.blocks, privates: own, read, joins, loops, expressions, code };
  }

  private code(
    lowered: readonly (BodyBlock & { readonly ends: readonly number[] })[],
    final: readonly BodyBlock[],
  ): Code {
    const { blocks, successors } = this.flow;
    const found = blocks.map(({ label, instructions }, at) => {
      // Joins of private variables come first.
      const first = final[at]!.operations.length - lowered[at]!.operations.length;
      const ends = lowered[at]!.ends.map((end) => first + end);
      return { label: `%${label}`, instructions, first, ends, successors: successors[at]! };
    });
    const parameters = this.fn.signature.parameters.map(({ type }) => type);
    const sources = (value: Value): Sources => this.constants.sources(value);
    const address = (value: Value): Term | undefined => this.address(value);
    return { blocks: found, numbers: this.numbers, parameters, layout: this.layout, sources, address };
  }

  private operations(instructions: readonly Instruction[]): { operations: readonly Operation[]; ends: number[] } {
    const operations: Operation[] = [];
    const ends = instructions.map((each) => operations.push(...this.lower(each)));
    return { operations, ends };
  }

  private number(local: string): number {
    const known = this.numbers.get(local);
    if (known !== undefined) return known;
    this.numbers.set(local, this.numbers.size);
    return this.numbers.size - 1;
  }

  private result({ result }: Instruction): number {
    return result === undefined ? -1 : this.number(result);
  }

  private sources(value: Value): Sources {
    const [first] = value;
    if (value.length === 1 && first?.kind === 'local') return [{ local: this.number(first.text) }];
    // Vectors of locals do not exist, so all others are constants.
    return this.constants.sources(value);
  }

  /** Returns the value as a local or a constant; undefined if it is neither. */
  private term(value: Value): Term | undefined {
    const [token] = value;
    if (value.length === 1 && token?.kind === 'local') return { of: this.number(token.text), bytes: 0 };
    const isNumber = value.length === 1 && this.constants.sources(value).length === 0;
    return isNumber ? { of: token!.text, bytes: 0 } : this.address(value);
  }

  /** Returns a constant as a symbol plus an offset. */
  private address(value: Value): Term | undefined {
    const [source, ...others] = this.constants.sources(value);
    if (source === undefined || others.length > 0 || !('symbol' in source)) return undefined;
    return source.offset === undefined ? undefined : { of: source.symbol, bytes: source.offset };
  }

  /** Notes that the result is a function of the locals among the operands; all else is part of the form. */
  private express(to: number, tokens: readonly Token[]): void {
    if (tokens.some(({ kind }) => kind === 'global')) return;
    const operands = tokens.flatMap(({ kind, text }) =>
      kind === 'local' ? [{ of: this.number(text), bytes: 0 }] : [],
    );
    const form = tokens.map(({ kind, text }) => (kind === 'local' ? '_' : text)).join(' ');
    this.expressions.set(to, { form, operands, bytes: 0 });
  }

  private lower(instruction: Instruction): Operation[] {
    const { opcode, tokens } = instruction;
    const to = this.result(instruction);
    if (PURE.test(opcode)) this.express(to, tokens);
    const cursor = new Cursor(tokens, 1);
    if (opcode === 'icmp') this.compare(instruction);
    if (opcode === 'xor') this.negate(instruction);
    if (opcode === 'zext' || opcode === 'sext' || opcode === 'trunc') this.convert(instruction);
    if (NUMERIC.test(opcode) || TERMINATORS.test(opcode)) return [];
    if (CASTS.test(opcode)) return [{ kind: 'copy', to, from: this.cast(cursor) }];
    if (ARITHMETIC.test(opcode)) {
      return [{ kind: 'offset', to, from: this.operandsAfterType(cursor), bytes: 0, stride: 1 }];
    }
    switch (opcode) {
      case 'alloca':
        return [{ kind: 'alloca', to, bytes: this.allocated(cursor) }];
      case 'getelementptr': {
        const step = this.step(cursor);
        this.expressElement(to, step);
        return [{ kind: 'offset', to, from: this.sources(step.base), bytes: step.bytes, stride: step.stride }];
      }
      case 'load': {
        const { atomic } = acceptFlags(cursor);
        const type = parseType(cursor);
        cursor.expect(',');
        const address = this.typed(cursor);
        const isRelaxed = atomic && !has(tokens, /^(?:acquire|seq_cst)$/);
        return [{ kind: 'load', to, address, bytes: this.layout.size(type), atomic, isRelaxed }];
      }
      case 'store': {
        const { atomic } = acceptFlags(cursor);
        const { type, value } = parseTypedValue(cursor);
        cursor.expect(',');
        const bytes = this.layout.size(type);
        const isRelaxed = atomic && !has(tokens, /^(?:release|seq_cst)$/);
        const stored = { value: this.sources(value), term: this.term(value) };
        return [{ kind: 'store', address: this.typed(cursor), ...stored, bytes, atomic, isRelaxed }];
      }
      case 'atomicrmw':
      case 'cmpxchg':
        return this.update(cursor, opcode, to);
      case 'phi': {
        parseType(cursor);
        const parts = splitAtCommas(tokens.slice(cursor.position));
        const from = parts.flatMap((part) => this.sources(parseValue(new Cursor(part, 1))));
        return [{ kind: 'copy', to, from }];
      }
      case 'select':
      case 'insertvalue':
      case 'extractvalue':
        return [{ kind: 'copy', to, from: this.typedOperands(tokens) }];
      case 'call':
        return this.call(instruction);
      case 'ret': {
        if (cursor.at('void')) return [{ kind: 'return', value: [], term: undefined }];
        const { value } = parseTypedValue(cursor);
        return [{ kind: 'return', value: this.sources(value), term: this.term(value) }];
      }
      default:
        throw new NotFollowed(`the instruction ${opcode}`);
    }
  }

  private typed(cursor: Cursor): Sources {
    return this.sources(parseTypedValue(cursor).value);
  }

  private cast(cursor: Cursor): Sources {
    while (/^(?:nneg|nuw|nsw)$/.test(cursor.peek()?.text ?? '')) cursor.next();
    return this.typed(cursor);
  }

  private operandsAfterType(cursor: Cursor): Sources {
    while (/^(?:nuw|nsw|exact|disjoint)$/.test(cursor.peek()?.text ?? '')) cursor.next();
    const first = this.typed(cursor);
    cursor.expect(',');
    return [...first, ...this.sources(parseValue(cursor))];
  }

  /** Parses operands that all have types, up to constant indices. */
  private typedOperands(tokens: readonly Token[]): Sources {
    return splitAtCommas(tokens.slice(1)).flatMap((part) => {
      const cursor = new Cursor(part);
      return part[0]?.kind === 'number' ? [] : this.typed(cursor);
    });
  }

  private step(cursor: Cursor): Step {
    const step = elementStep(cursor, this.layout);
    if (step === undefined) throw new NotFollowed('a vector of pointers');
    const index = step.index && constantOffset(step.index, this.layout);
    if (index === undefined) return step;
    return { base: step.base, bytes: step.bytes + index * step.stride, stride: 0, index: undefined };
  }

  private expressElement(to: number, { base, bytes, stride, index }: Step): void {
    const [pointer, number] = [this.term(base), index && this.term(index)];
    if (pointer === undefined) return;
    if (stride === 0 && index === undefined) this.expressions.set(to, { form: SAME, operands: [pointer], bytes });
    if (number === undefined) return;
    this.expressions.set(to, { form: `element of ${stride}`, operands: [pointer, number], bytes });
  }

  private update(cursor: Cursor, opcode: string, to: number): Operation[] {
    while (cursor.accept('weak') || cursor.accept('volatile'));
    const how = opcode === 'atomicrmw' ? cursor.next().text : '';
    const address = this.typed(cursor);
    cursor.expect(',');
    const { type, value } = parseTypedValue(cursor);
    const bytes = this.layout.size(type);
    let stored = this.sources(value);
    if (opcode === 'cmpxchg') {
      cursor.expect(',');
      stored = this.typed(cursor);
    }
    // Both orders of a compare-and-swap matter.
    const weakest = has(cursor.tokens, /^(?:monotonic|unordered)$/);
    const access = { address, bytes, atomic: true };
    const computed: Operation[] = [];
    if (how !== '' && how !== 'xchg') {
      const sum = this.number(`%sum ${this.numbers.size}`);
      computed.push({ kind: 'offset', to: sum, from: [{ local: to }, ...stored], bytes: 0, stride: 1 });
      stored = [{ local: sum }];
    }
    return [
      { kind: 'load', to, ...access, isRelaxed: weakest || !has(cursor.tokens, /^(?:acquire|acq_rel|seq_cst)$/) },
      ...computed,
      {
        kind: 'store',
        value: stored,
        term: undefined,
        ...access,
        isRelaxed: !has(cursor.tokens, /^(?:release|acq_rel|seq_cst)$/),
      },
    ];
  }

  private allocated(cursor: Cursor): number | undefined {
    cursor.accept('inalloca');
    const unit = this.layout.size(parseType(cursor));
    if (!cursor.at(',') || !/^i\d+$/.test(cursor.peek(1)?.text ?? '')) return unit;
    const count = Number(cursor.peek(2)?.text);
    return Number.isInteger(count) ? unit * count : undefined;
  }

  private call(instruction: Instruction): Operation[] {
    const call = parseCall(instruction);
    if (call.assembly !== undefined) {
      if (call.assembly.template === '' && call.arguments.length === 0) return [];
      throw new NotFollowed('assembly');
    }
    const to = this.result(instruction);
    const before: Operation[] = [];
    const passed = call.arguments.map(({ type, value, attributes }): Sources => {
      if (type.kind === 'other') return [];
      const sources = this.sources(value);
      if (!isByValue(attributes)) return sources;
      // The call reads the original. The callee has a copy, of which nothing is known.
      const bytes = this.layout.size(attributeType(attributes, 'byval')!);
      const read = this.number(`%read ${this.numbers.size}`);
      before.push({ kind: 'load', to: read, address: sources, bytes, atomic: false, isRelaxed: false });
      const copy = this.number(`%copy ${this.numbers.size}`);
      before.push({ kind: 'offset', to: copy, from: sources, bytes: 0, stride: 1 });
      return [{ local: copy }];
    });
    return [
      ...before,
      {
        ...{ kind: 'call', to, callee: this.sources(call.callee), arguments: passed },
        terms: call.arguments.map(({ type, value, attributes }) =>
          type.kind === 'other' || isByValue(attributes) ? undefined : this.term(value),
        ),
        constants: call.arguments.map(({ value }) => numberOf(value)),
        pointers: call.arguments.map(({ type }) => holdsPointer(type)),
        returnsPointer: holdsPointer(call.result),
      },
    ];
  }

  private compare({ result, tokens }: Instruction): void {
    const cursor = new Cursor(tokens, 1);
    const predicate = cursor.next().text;
    if (predicate !== 'eq' && predicate !== 'ne') return;
    const { value } = parseTypedValue(cursor);
    cursor.expect(',');
    const zero = parseValue(cursor);
    if (value.length !== 1 || value[0]?.kind !== 'local' || !/^(?:0|false|null)$/.test(zero[0]?.text ?? '')) return;
    this.test(result!, value[0].text, predicate === 'eq');
  }

  private negate({ result, tokens }: Instruction): void {
    const [, , value, , one] = tokens;
    if (tokens[1]?.text === 'i1' && value?.kind === 'local' && one?.text === 'true') {
      this.test(result!, value.text, true);
    }
  }

  /** A widened truth value is zero if it is. Truncated ones are not, except bytes that hold a truth value. */
  private convert({ result, opcode, tokens }: Instruction): void {
    const value = tokens.find(({ kind }) => kind === 'local');
    if (value !== undefined && opcode !== 'trunc') this.test(result!, value.text, false);
  }

  private test(result: string, local: string, isZero: boolean): void {
    const inner = this.tests.get(local);
    const test = inner === undefined ? { local, isZero } : { local: inner.local, isZero: inner.isZero !== isZero };
    this.tests.set(result, test);
  }

  private edges(last: Instruction | undefined, successors: readonly number[]): Edge[] {
    const condition = last?.opcode === 'br' && last.tokens[1]?.text === 'i1' ? last.tokens[2] : undefined;
    if (condition?.kind !== 'local' || successors.length !== 2 || successors[0] === successors[1]) {
      return successors.map((target) => ({ target, when: undefined }));
    }
    const { local, isZero } = this.tests.get(condition.text) ?? { local: condition.text, isZero: false };
    return successors.map((target, index) => ({
      target,
      when: { local: this.number(local), isZero: isZero === (index === 0) },
    }));
  }
}

function has(tokens: readonly Token[], word: RegExp): boolean {
  return tokens.some(({ kind, text }) => kind === 'word' && word.test(text));
}

function holdsPointer(type: Type): boolean {
  return type.kind !== 'int' && type.kind !== 'float' && type.kind !== 'void' && type.kind !== 'other';
}
