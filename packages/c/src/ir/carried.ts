import type { Body } from './body.js';
import type { Block, Instruction } from './function.js';
import { Cursor } from './lexer.js';
import { controlDependences } from './control-dependence.js';
import type { Graph, Loop } from './loops.js';
import type { Type } from './types.js';
import { parseType } from './types.js';
import { nameOf, parseTypedValue } from './values.js';

/** A private variable, or a value, that a loop may hand from one iteration to the next. */
export type Carried =
  | { readonly kind: 'value'; readonly name: string; readonly type: Type }
  | { readonly kind: 'variable'; readonly name: string; readonly type: Type }
  | { readonly kind: 'memory'; readonly name: string; readonly bytes: number };

/** A load or store whose address is just a private alloca. */
interface SlotAccess {
  readonly slot: string;
  readonly type: Type;
  /** What is stored. */
  readonly stored?: string | undefined;
}

const PURE = new Set(
  (
    'add sub mul shl lshr ashr and or xor fneg fadd fsub fmul fdiv icmp fcmp select phi freeze getelementptr trunc zext ' +
    'sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast addrspacecast extractvalue insertvalue'
  ).split(' '),
);

/** Calls that only say that the thread waits. */
const HINTS =
  /^@(?:sched_yield|pthread_yield|thrd_yield|thrd_sleep|sleep|usleep|nanosleep|llvm\.(?:x86\.sse2\.pause|lifetime\..*|dbg\..*))$/;

/** Does it do anything but compute, branch or wait? A return ends the function, so what it returns matters. */
function hasEffect({ opcode, tokens }: Instruction): boolean {
  if (PURE.has(opcode) || opcode === 'br' || opcode === 'switch' || opcode === 'alloca' || opcode === 'load') {
    // A load of memory that may be shared is visible.
    return opcode === 'load';
  }
  if (opcode !== 'call') return true;
  const called = tokens.find(({ kind }) => kind === 'global');
  return called === undefined
    ? !tokens.some(({ text }) => /^"(?:pause|rep; ?nop|nop|yield)?"$/.test(text))
    : !HINTS.test(called.text);
}

/**
 * What two iterations of a loop can differ in, beside what is shared: a thread that comes back to the head of the loop
 * with all of it as before, having changed nothing outside, will do the same again. Variables that only serve to compute
 * themselves or to wait (a counter of tries, a back-off) do not count, nor do those that are written before they are read.
 */
export class CarriedState {
  private readonly body: Body;
  private readonly blocks: readonly Block[];
  private readonly successors: Graph;
  private readonly accesses = new Map<Instruction, SlotAccess>();
  /** Scalar private allocas that are only loaded and stored, with their types. */
  private readonly slots = new Map<string, Type>();
  private readonly needed = new Set<string>();
  private live: readonly ReadonlySet<string>[] | undefined;

  constructor(body: Body, blocks: readonly Block[], successors: Graph) {
    this.body = body;
    this.blocks = blocks;
    this.successors = successors;
    this.findSlots();
    this.findNeeded();
  }

  of(loop: Loop): readonly Carried[] {
    const carried: Carried[] = [];
    for (const { opcode, result, tokens } of this.blocks[loop.header]!.instructions) {
      if (opcode !== 'phi') break;
      if (this.needed.has(result!))
        carried.push({ kind: 'value', name: result!, type: parseType(new Cursor(tokens, 1)) });
    }
    const changed = new Set<string>();
    for (const block of loop.body) {
      for (const instruction of this.blocks[block]!.instructions) {
        const access = this.accesses.get(instruction);
        if (access === undefined) for (const name of locals(instruction)) changed.add(name);
        else if (access.stored !== undefined) changed.add(access.slot);
      }
    }
    const live = this.liveAt(loop.header);
    for (const [name, type] of this.slots) {
      if (changed.has(name) && live.has(name)) carried.push({ kind: 'variable', name, type });
    }
    carried.push(...this.memories(changed));
    return carried;
  }

  /** Other private allocas: all of their bytes, if the loop does anything with them. */
  private memories(changed: ReadonlySet<string>): Carried[] {
    return this.allocas().flatMap(({ name, type }) => {
      if (this.slots.has(name) || !this.body.isPrivate([{ kind: 'local', text: name, spaced: true }])) return [];
      const derived = this.derivedFrom(name);
      if (![...derived].some((each) => changed.has(each))) return [];
      return [{ kind: 'memory' as const, name, bytes: this.body.context.layout.size(type) }];
    });
  }

  private derivedFrom(name: string): ReadonlySet<string> {
    const derived = new Set([name]);
    for (let size = 0; size !== derived.size;) {
      size = derived.size;
      for (const { instructions } of this.blocks) {
        for (const instruction of instructions) {
          const { result, opcode } = instruction;
          if (result === undefined || (opcode !== 'getelementptr' && opcode !== 'bitcast')) continue;
          if (locals(instruction).some((each) => derived.has(each))) derived.add(result);
        }
      }
    }
    return derived;
  }

  private allocas(): { readonly name: string; readonly type: Type }[] {
    return this.blocks.flatMap(({ instructions }) =>
      instructions
        .filter(({ opcode, result }) => opcode === 'alloca' && result !== undefined)
        .map(({ result, tokens }) => {
          const cursor = new Cursor(tokens, 1);
          cursor.accept('inalloca');
          return { name: result!, type: parseType(cursor) };
        }),
    );
  }

  private findSlots(): void {
    const { layout } = this.body.context;
    for (const { name, type } of this.allocas()) {
      const scalar = (type.kind === 'int' && type.bits <= 64) || type.kind === 'pointer' || isSmallFloat(type);
      if (scalar && this.body.isPrivate([{ kind: 'local', text: name, spaced: true }])) this.slots.set(name, type);
    }
    for (const { instructions } of this.blocks) {
      for (const instruction of instructions) {
        const access = slotAccess(instruction);
        const type = access && this.slots.get(access.slot);
        // Atomic accesses go through integers of the same size.
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

  /** Values (and slots) on which it depends what the function does, besides computing them and waiting. */
  private findNeeded(): void {
    const definitions = new Map<string, { readonly instruction: Instruction; readonly block: number }>();
    const stores = new Map<string, { readonly instruction: Instruction; readonly block: number }[]>();
    const deciding = controlDependences(this.successors);
    const reached = new Set<number>();
    const work: string[] = [];
    // What is done depends on the values it uses, and on the branches that lead to it.
    const need = (instruction: Instruction, block: number): void => {
      work.push(...locals(instruction));
      if (reached.has(block)) return;
      reached.add(block);
      for (const branch of deciding[block] ?? []) need(this.blocks[branch]!.instructions.at(-1)!, branch);
    };
    this.blocks.forEach(({ instructions }, block) => {
      for (const instruction of instructions) {
        if (instruction.result !== undefined) definitions.set(instruction.result, { instruction, block });
        const slot =
          this.accesses.get(instruction)?.stored === undefined ? undefined : this.accesses.get(instruction)!.slot;
        if (slot !== undefined) stores.set(slot, [...(stores.get(slot) ?? []), { instruction, block }]);
      }
    });
    this.blocks.forEach(({ instructions }, block) => {
      for (const instruction of instructions) {
        if (!this.accesses.has(instruction) && hasEffect(instruction)) need(instruction, block);
      }
    });
    for (let name = work.pop(); name !== undefined; name = work.pop()) {
      if (this.needed.has(name)) continue;
      this.needed.add(name);
      const definition = definitions.get(name);
      if (definition === undefined) continue;
      const access = this.accesses.get(definition.instruction);
      if (access === undefined) need(definition.instruction, definition.block);
      else if (!this.needed.has(access.slot)) {
        this.needed.add(access.slot);
        for (const store of stores.get(access.slot) ?? []) need(store.instruction, store.block);
      }
    }
  }

  /** Slots that are read from here on before they are written. */
  private liveAt(header: number): ReadonlySet<string> {
    this.live ??= this.liveness();
    return this.live[header]!;
  }

  private liveness(): readonly ReadonlySet<string>[] {
    const before = this.blocks.map(() => new Set<string>());
    for (let changed = true; changed;) {
      changed = false;
      for (let block = this.blocks.length - 1; block >= 0; block--) {
        const live = new Set<string>();
        for (const next of this.successors[block] ?? []) for (const slot of before[next]!) live.add(slot);
        for (const instruction of this.blocks[block]!.instructions.toReversed()) {
          const access = this.accesses.get(instruction);
          if (access === undefined) continue;
          if (access.stored !== undefined) live.delete(access.slot);
          else if (this.needed.has(instruction.result!)) live.add(access.slot);
        }
        if (live.size !== before[block]!.size) {
          before[block] = live;
          changed = true;
        }
      }
    }
    return before;
  }
}

/** Tells the runtime, before it is told that the head of the loop was reached. */
export function announce(body: Body, carried: readonly Carried[]): void {
  for (const each of carried) {
    if (each.kind === 'memory') {
      const address = body.define(`ptrtoint ptr ${each.name} to i32`);
      body.call('carried_memory', address, each.bytes);
      continue;
    }
    const value = each.kind === 'value' ? each.name : body.define(`load ${each.type.text}, ptr ${each.name}`);
    const word = body.toWord(value, each.type);
    body.call(body.bits(each.type) <= 32 ? 'carried4' : 'carried8', word);
  }
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

function isLifetime({ tokens }: Instruction): boolean {
  return tokens.some(({ kind, text }) => kind === 'global' && text.startsWith('@llvm.lifetime'));
}

/** Locals that an instruction uses; labels are none. */
function locals({ tokens }: Instruction): string[] {
  return tokens.flatMap(({ kind, text }, i) => (kind === 'local' && tokens[i - 1]?.text !== 'label' ? [text] : []));
}
