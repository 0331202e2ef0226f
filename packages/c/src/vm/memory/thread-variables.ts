import type { Site } from '@fencepost/core';
import type { Steps } from '../../runtime/base/services.js';
import type { ContentWords } from '../instance/content-words.js';
import type { Context } from '../context/context.js';
import type { MemoryObject } from '../objects/objects.js';
import type { ThreadMemory } from './thread-memory.js';
import { restoreList } from '../instance/restore-list.js';

/** A local without a name. The temporaries of one thread are numbered. */
const TEMPORARY = { name: 'temporary', known: 'type' } as const;

const NO_LOCALS: readonly MemoryObject[] = [];

/** Variables of which each thread has its own copy: locals that other threads might see, and thread-local ones. */
export class ThreadVariables {
  private readonly context: Context;
  private readonly thread: number;
  private readonly memory: ThreadMemory;
  /** The current locals, innermost last. */
  private readonly locals: MemoryObject[] = [];

  constructor(context: Context, thread: number, memory: ThreadMemory) {
    this.context = context;
    this.thread = thread;
    this.memory = memory;
  }

  get localCount(): number {
    return this.locals.length;
  }

  /** Makes a local variable and returns its address. */
  makeLocal(label: number, size: number): number | Steps<number> {
    const { name, site, describe, align, scope } = this.context.image.tables.labels[label] ?? {};
    const named = name === undefined ? TEMPORARY : ({ name, known: 'variable' } as const);
    const details = { ...named, site, describe, align, scoped: scope !== undefined };
    const object = this.context.objects.make(
      ...(['local', `local ${label}`, this.thread, this.locals.length, size, details] as const),
    );
    this.locals.push(object);
    if (scope === 'begins and ends') return object.address;
    this.memory.renew(object);
    return this.memory.lifetimes.begun(object);
  }

  /** Begins a local at the start of its block. */
  beginLocal(address: number): Steps<undefined> | undefined {
    const object = this.context.objects.near(address)!;
    this.memory.renew(object);
    return this.memory.lifetimes.begins(object) ? this.beginVisibly(object) : undefined;
  }

  private *beginVisibly(object: MemoryObject): Steps<undefined> {
    yield* this.memory.lifetimes.begin(object);
    return undefined;
  }

  /** Ends a local at the end of its block or full expression. */
  endLocal(address: number, isQuiet: () => boolean, site: Site | undefined): Steps<undefined> | undefined {
    return this.drop([this.context.objects.near(address)!], isQuiet, site);
  }

  /** Ends the lifetime of all but the first `count` locals. `isQuiet`: whether no other thread can see that. */
  dropLocals(count: number, isQuiet: () => boolean, site: Site | undefined): Steps<undefined> | undefined {
    return this.drop(this.locals.splice(count).reverse(), isQuiet, site);
  }

  private drop(
    locals: readonly MemoryObject[],
    isQuiet: () => boolean,
    site: Site | undefined,
  ): Steps<undefined> | undefined {
    const { lifetimes } = this.memory;
    // The other locals have ended with their blocks.
    const dropped = locals.filter((local) => lifetimes.live.has(local));
    const isVisible = dropped.some((local) => lifetimes.ends(local)) && !isQuiet();
    for (const local of dropped) this.memory.drop(local);
    return isVisible ? this.end(dropped, site) : undefined;
  }

  private *end(locals: readonly MemoryObject[], site: Site | undefined): Steps<undefined> {
    for (const local of locals) yield* this.memory.lifetimes.end(local, site);
    return undefined;
  }

  describe(words: ContentWords): void {
    words.add(this.locals.length);
    for (let i = 0; i < this.locals.length; i++) words.add(this.locals[i]!.address);
  }

  save(): readonly MemoryObject[] {
    return this.locals.length === 0 ? NO_LOCALS : this.locals.slice();
  }

  restore(locals: readonly MemoryObject[]): void {
    restoreList(this.locals, locals);
  }

  /** Returns the address of the thread's copy of a global variable, by its index. */
  threadLocal(index: number): number {
    const { address, info } = this.context.image.globalOf(index);
    const { name, site, describe, size, align } = info;
    return this.context.objects.make('thread-local', `thread-local ${address}`, this.thread, 0, size, {
      name,
      known: 'variable',
      site,
      describe,
      align,
      template: address,
    }).address;
  }

  threadLocalNamed(name: string): number | undefined {
    const index = this.context.image.tables.globals.findIndex((global) => global.name === name);
    return index < 0 ? undefined : this.threadLocal(index);
  }
}
