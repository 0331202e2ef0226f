import type { Body, BodyBlock, CallOperation, GlobalVariable } from './operations.js';
import { NotFollowed } from './operations.js';

/** The functions and variables of all modules. Internal names are distinct. */
export interface WholeProgram {
  readonly bodies: ReadonlyMap<string, Body>;
  readonly globals: ReadonlyMap<string, GlobalVariable>;
  /** Whether functions without a definition do nothing (`Bounds.openFunctions`). */
  readonly openFunctions: boolean;
  /** Whether this is so even if pointers are passed or returned: those that are returned lead to memory of its own. */
  readonly openPointers: boolean;
}

/** An operation within a context. */
export interface Site {
  readonly context: Context;
  readonly block: number;
  readonly index: number;
}

/** A function as one call of it, that is, one path of calls from the start of a thread. */
export class Context {
  readonly body: Body;
  readonly thread: Thread;
  /** Where it is called; undefined at the start of a thread. */
  readonly caller: Site | undefined;
  /** The number of its first local; its result follows its locals. */
  readonly first: number;
  /** Whether it calls itself, perhaps through others. */
  isRecursive = false;

  constructor(body: Body, thread: Thread, caller: Site | undefined, first: number) {
    this.body = body;
    this.thread = thread;
    this.caller = caller;
    this.first = first;
  }

  get result(): number {
    return this.first + this.body.locals;
  }

  block(number: number): BodyBlock {
    return this.body.blocks[number]!;
  }
}

/** All threads that start at one site of a context, at one function. */
export class Thread {
  readonly number: number;
  /** Where it is started; undefined for the main thread. */
  readonly site: Site | undefined;
  root!: Context;

  constructor(number: number, site: Site | undefined) {
    this.number = number;
    this.site = site;
  }

  get parent(): Thread | undefined {
    return this.site?.context.thread;
  }
}

/** Whether a thread executes the site at most once. */
export function isOnceInThread({ context, block }: Site): boolean {
  for (let at: Site | undefined = { context, block, index: 0 }; at !== undefined; at = at.context.caller) {
    if (at.context.isRecursive || at.context.block(at.block).isRepeated) return false;
  }
  return true;
}

/** Whether the program executes the site at most once. */
export function isOnce(site: Site): boolean {
  for (let at: Site | undefined = site; at !== undefined; at = at.context.thread.site) {
    if (!isOnceInThread(at)) return false;
  }
  return true;
}

/** More contexts are not analysed. */
const MOST_CONTEXTS = 4000;

/** The contexts that a program reaches, made when they are first asked for. */
export class Contexts {
  readonly program: WholeProgram;
  readonly all: Context[] = [];
  readonly threads: Thread[] = [];
  /** How many values of locals there are. */
  values = 0;
  private readonly called = new Map<CallOperation, Map<Context, Map<string, Context>>>();
  private readonly started = new Map<CallOperation, Map<Context, Map<string, Thread>>>();

  constructor(program: WholeProgram) {
    this.program = program;
  }

  /** Returns the main thread. */
  main(body: Body): Thread {
    return this.thread(body, undefined);
  }

  /** Returns the context of a call. */
  callee(site: Site, call: CallOperation, name: string): Context {
    const known = lookUp(this.called, call, site.context);
    let context = known.get(name);
    if (context === undefined) {
      context = this.recursive(site.context, name) ?? this.context(this.bodyOf(name), site.context.thread, site);
      known.set(name, context);
    }
    return context;
  }

  /** The contexts of a call that were asked for. */
  callees(context: Context, call: CallOperation): Context[] {
    return [...(this.called.get(call)?.get(context)?.values() ?? [])];
  }

  /** Returns the thread that a call starts. */
  starts(site: Site, call: CallOperation, name: string): Thread {
    const known = lookUp(this.started, call, site.context);
    let thread = known.get(name);
    if (thread === undefined) {
      for (let at: Thread | undefined = site.context.thread; at !== undefined; at = at.parent) {
        if (at.root.body.name === name) throw new NotFollowed('threads that start threads like themselves');
      }
      known.set(name, (thread = this.thread(this.bodyOf(name), site)));
    }
    return thread;
  }

  /** The threads of a call that were asked for. */
  startedBy(context: Context, call: CallOperation): Thread[] {
    return [...(this.started.get(call)?.get(context)?.values() ?? [])];
  }

  private thread(body: Body, site: Site | undefined): Thread {
    const thread = new Thread(this.threads.length, site);
    this.threads.push(thread);
    thread.root = this.context(body, thread, undefined);
    return thread;
  }

  private bodyOf(name: string): Body {
    return this.program.bodies.get(name)!;
  }

  private context(body: Body, thread: Thread, caller: Site | undefined): Context {
    if (this.all.length >= MOST_CONTEXTS) throw new NotFollowed('too many calls');
    const context = new Context(body, thread, caller, this.values);
    this.values += body.locals + 1;
    this.all.push(context);
    return context;
  }

  /** Returns the context of this function among the callers, all of which then belong to a recursion. */
  private recursive(from: Context, name: string): Context | undefined {
    for (let at: Context | undefined = from; at !== undefined; at = at.caller?.context) {
      if (at.body.name !== name) continue;
      for (let each = from; each !== at; each = each.caller!.context) each.isRecursive = true;
      at.isRecursive = true;
      return at;
    }
    return undefined;
  }
}

function lookUp<T>(
  table: Map<CallOperation, Map<Context, Map<string, T>>>,
  call: CallOperation,
  context: Context,
): Map<string, T> {
  let byContext = table.get(call);
  if (byContext === undefined) table.set(call, (byContext = new Map<Context, Map<string, T>>()));
  let byName = byContext.get(context);
  if (byName === undefined) byContext.set(context, (byName = new Map<string, T>()));
  return byName;
}
