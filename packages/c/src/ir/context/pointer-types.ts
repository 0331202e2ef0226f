import { parseCall } from '../syntax/calls.js';
import type { ModuleContext } from './context.js';
import type { FunctionDefinition, Instruction } from '../syntax/function.js';
import { Cursor } from '../syntax/lexer.js';
import type { MetadataNode } from '../syntax/metadata.js';
import { acceptFlags } from '../syntax/orders.js';
import type { Pointers } from '../analysis/pointers.js';
import { parseType } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import { nameOf, parseTypedValue } from '../syntax/values.js';

/** The types, according to the source, of the objects that the pointers of a function point to. */
export class PointerTypes {
  private readonly context: ModuleContext;
  private readonly fn: FunctionDefinition;
  private readonly pointers: Pointers;
  /** The addresses from which pointers were loaded, and to which pointers are stored. */
  private readonly loaded = new Map<string, Value>();
  private readonly stored = new Map<string, Value>();
  private readonly calls = new Map<string, Instruction>();

  constructor(context: ModuleContext, fn: FunctionDefinition, pointers: Pointers) {
    this.context = context;
    this.fn = fn;
    this.pointers = pointers;
    for (const { instructions } of fn.blocks) for (const instruction of instructions) this.read(instruction);
  }

  /** Returns the type of the object at this address, if the pointer was loaded or returned by a call. */
  pointee(address: Value): MetadataNode | undefined {
    const name = nameOf(address);
    if (name === undefined) return undefined;
    const from = this.loaded.get(name);
    if (from !== undefined) return this.context.debugTypes.pointee(this.typeOf(from));
    const call = this.calls.get(name);
    return call === undefined ? undefined : this.context.debugTypes.pointee(this.resultOf(call));
  }

  /** Returns the address at which this pointer is first stored. */
  target(pointer: string): Value | undefined {
    return this.stored.get(pointer);
  }

  /** Returns the type that the call with this result allocates, if the compiler recorded it. */
  heapType(result: string): string | undefined {
    return this.calls.get(result)?.heap;
  }

  /** The return type of the function. */
  get result(): MetadataNode | undefined {
    return this.returnType(this.fn.signature.subprogram);
  }

  /** Returns the variable at this address: only a whole variable, not a part of one. */
  variable(address: Value): MetadataNode | undefined {
    const name = nameOf(address);
    return name === undefined ? undefined : this.variableNamed(name);
  }

  /** Returns the type of the value stored at this address. */
  typeOf(address: Value): MetadataNode | undefined {
    const { base, offset } = this.pointers.origin(address);
    const { debugTypes, metadata } = this.context;
    const name = nameOf(base);
    if (name === undefined) return undefined;
    const variable = this.variableNamed(name);
    const whole = variable === undefined ? this.pointee(base) : metadata.follow(variable, 'type');
    return debugTypes.typeAt(whole, offset);
  }

  private variableNamed(name: string): MetadataNode | undefined {
    const { metadata, debugTypes } = this.context;
    if (!name.startsWith('@')) return metadata.node(this.fn.variables.get(name));
    return debugTypes.variable(this.context.globalDebug.get(name));
  }

  private resultOf(call: Instruction): MetadataNode | undefined {
    const name = nameOf(parseCall(call).callee);
    return name === undefined ? undefined : this.returnType(this.context.signatureOf(name)?.subprogram);
  }

  private returnType(subprogram: string | undefined): MetadataNode | undefined {
    const { metadata } = this.context;
    const types = metadata.follow(metadata.follow(metadata.node(subprogram), 'type'), 'types');
    return metadata.node(types?.elements[0]);
  }

  private read(instruction: Instruction): void {
    const { opcode, result, tokens } = instruction;
    if (opcode === 'load' && result !== undefined) {
      const cursor = new Cursor(tokens, 1);
      acceptFlags(cursor);
      if (parseType(cursor).kind !== 'pointer') return;
      cursor.expect(',');
      this.loaded.set(result, parseTypedValue(cursor).value);
    } else if (opcode === 'store') {
      const cursor = new Cursor(tokens, 1);
      acceptFlags(cursor);
      const { type, value } = parseTypedValue(cursor);
      const name = nameOf(value);
      if (type.kind !== 'pointer' || name === undefined || this.stored.has(name)) return;
      cursor.expect(',');
      this.stored.set(name, parseTypedValue(cursor).value);
    } else if ((opcode === 'call' || opcode === 'invoke') && result !== undefined) this.calls.set(result, instruction);
  }
}
