import type { Block, Instruction } from '../syntax/function.js';
import { Cursor } from '../syntax/lexer.js';
import type { Layout, Type } from '../syntax/types.js';
import { parseType } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import { nameOf, parseTypedValue } from '../syntax/values.js';

/** A local variable that lives on the private stack. */
export interface Alloca {
  readonly name: string;
  readonly type: Type;
  /** The number of elements of a variable-length array; undefined for a single element. */
  readonly count: { readonly type: Type; readonly value: Value } | undefined;
  readonly block: number;
}

/** A load or store whose address is a private alloca itself. */
interface SlotAccess {
  readonly slot: string;
  readonly type: Type;
  /** The stored value. */
  readonly stored?: string | undefined;
}

/** The part of a function's body that the analysis needs. */
interface AnalysedBody {
  readonly context: { readonly layout: Layout };
  isPrivate(address: Value): boolean;
}

/** The private variables of a function, divided into scalars that are only loaded and stored, and all others. */
export class PrivateVariables {
  /** Accesses to slots. */
  readonly accesses = new Map<Instruction, SlotAccess>();
  /** Scalars that are only loaded and stored, with their types. */
  readonly slots = new Map<string, Type>();
  /** All others: arrays, structures, and scalars used in other ways. */
  readonly memories: readonly Alloca[];

  constructor(body: AnalysedBody, blocks: readonly Block[]) {
    const all = allocas(blocks).filter(({ name }) => body.isPrivate([{ kind: 'local', text: name, spaced: true }]));
    for (const { name, type, count } of all) {
      const scalar = (type.kind === 'int' && type.bits <= 64) || type.kind === 'pointer' || isSmallFloat(type);
      if (scalar && count === undefined) this.slots.set(name, type);
    }
    this.findAccesses(body, blocks);
    this.memories = all.filter(({ name }) => !this.slots.has(name));
  }

  private findAccesses({ context: { layout } }: AnalysedBody, blocks: readonly Block[]): void {
    for (const { instructions } of blocks) {
      for (const instruction of instructions) {
        const access = slotAccess(instruction);
        const type = access && this.slots.get(access.slot);
        // Atomic accesses use integers of the same size.
        const fits = type !== undefined && layout.size(type) === layout.size(access!.type);
        if (access !== undefined && fits && access.stored !== access.slot) {
          this.accesses.set(instruction, access);
        } else if (instruction.opcode !== 'alloca' && !isLifetime(instruction)) {
          for (const name of locals(instruction)) this.slots.delete(name);
        }
      }
    }
    for (const [instruction, { slot }] of this.accesses) if (!this.slots.has(slot)) this.accesses.delete(instruction);
  }
}

function allocas(blocks: readonly Block[]): Alloca[] {
  return blocks.flatMap(({ instructions }, block) =>
    instructions
      .filter(({ opcode, result }) => opcode === 'alloca' && result !== undefined)
      .map(({ result, tokens }) => {
        const cursor = new Cursor(tokens, 1);
        cursor.accept('inalloca');
        const type = parseType(cursor);
        const isCounted = cursor.at(',') && !cursor.at('align', 1) && !cursor.at('addrspace', 1);
        if (isCounted) cursor.next();
        return { name: result!, type, count: isCounted ? parseTypedValue(cursor) : undefined, block };
      }),
  );
}

function isSmallFloat(type: Type): boolean {
  return type.kind === 'float' && type.bytes <= 8;
}

function slotAccess({ opcode, tokens }: Instruction): SlotAccess | undefined {
  if (opcode !== 'load' && opcode !== 'store') return undefined;
  const cursor = new Cursor(tokens, 1);
  if (cursor.at('atomic')) return undefined;
  cursor.accept('volatile');
  if (opcode === 'load') {
    const type = parseType(cursor);
    cursor.expect(',');
    const slot = nameOf(parseTypedValue(cursor).value);
    return slot === undefined ? undefined : { slot, type };
  }
  const { type, value } = parseTypedValue(cursor);
  cursor.expect(',');
  const slot = nameOf(parseTypedValue(cursor).value);
  return slot === undefined ? undefined : { slot, type, stored: nameOf(value) ?? '' };
}

export function isLifetime({ tokens }: Instruction): boolean {
  return tokens.some(({ kind, text }) => kind === 'global' && text.startsWith('@llvm.lifetime'));
}

/** Returns the locals that an instruction uses, without labels. */
export function locals({ tokens }: Instruction): string[] {
  return tokens.flatMap(({ kind, text }, i) => (kind === 'local' && tokens[i - 1]?.text !== 'label' ? [text] : []));
}
