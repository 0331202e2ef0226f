import type { Operation, Site } from '@fencepost/core';
import { CUT, EXIT, FENCE, JOIN, LOAD, RMW, STORE, store } from '@fencepost/core';
import { library } from '../../src/runtime/library.js';
import type { LibraryValue, Steps, ThreadServices, VariadicArguments } from '../../src/runtime/base/services.js';
import { Remarks } from '../../src/runtime/base/run-notes.js';

export const SITE: Site = { file: 'test.c', line: 1 };

export class ThreadEnded extends Error {}
export class ProgramEnded extends Error {}
export class Cut extends Error {}

/** Arguments of a variadic call: a test hands over a list of values, and `variadic` finds it by its number. */
export type Variadic = readonly (number | bigint)[];

/** Sequentially consistent memory, printed text and the objects of a program that exists only as calls. */
export class World {
  readonly bytes = new Map<number, number>();
  readonly words = new Map<number, number>();
  readonly blocks = new Map<number, number>();
  readonly variadics: Variadic[] = [];
  readonly ended = new Map<number, bigint>();
  readonly calls: string[] = [];
  /** What a called function of the program does. */
  onCall: (fn: number) => Steps<void> = function* () {
    // Nothing.
  };
  /** Operations with their results. */
  readonly executed: { readonly op: Operation; readonly result: number }[] = [];
  printed = '';
  spawned = 0;
  nextBlock = 0x1000000;
  threadsShareClock = true;
  readonly pointerSize: 4 | 8;

  constructor(pointerSize: 4 | 8 = 8) {
    this.pointerSize = pointerSize;
  }

  thread(handle = 1): FakeThread {
    return new FakeThread(this, handle);
  }

  variadic(...values: Variadic): number {
    return this.variadics.push(values) - 1;
  }

  /** Places a string, terminated, and gives its address. */
  text(value: string): number {
    const address = this.block(value.length + 1);
    for (let i = 0; i < value.length; i++) this.bytes.set(address + i, value.charCodeAt(i));
    return address;
  }

  block(size: number): number {
    const address = this.nextBlock;
    this.nextBlock += (size + 31) & ~15;
    this.blocks.set(address, size);
    return address;
  }

  read(address: number, size: number): bigint {
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(this.bytes.get(address + i) ?? 0);
    return value;
  }

  write(address: number, size: number, value: bigint): void {
    for (let i = 0; i < size; i++) this.bytes.set(address + i, Number((value >> BigInt(8 * i)) & 0xffn));
  }

  textAt(address: number): string {
    let text = '';
    for (let at = address; (this.bytes.get(at) ?? 0) !== 0; at++) text += String.fromCharCode(this.bytes.get(at)!);
    return text;
  }

  /** Executes an operation; `undefined`: it has to wait. */
  execute(op: Operation, handle: number): number | undefined {
    const old = this.words.get(op.address) ?? 0;
    switch (op.kind) {
      case LOAD:
        return op.until !== '' && old === op.awaited ? undefined : old;
      case STORE:
        this.words.set(op.address, op.value);
        return 0;
      case RMW:
        return op.mutex ? this.mutex(op, old, handle) : this.transition(op, old);
      case JOIN:
        return this.ended.has(op.value) ? 0 : undefined;
      case CUT:
        throw new Cut(op.name);
      case FENCE:
        return 0;
      case EXIT:
        throw new ProgramEnded();
      default:
        throw new Error(`unexpected operation ${op.kind}`);
    }
  }

  private mutex(op: Operation, old: number, handle: number): number | undefined {
    if (op.until !== '' && old !== 0) return undefined;
    if (op.fn === 'cas' && old !== 0) return old;
    const takes = op.until !== '' || op.fn === 'cas';
    if (!takes && old !== handle) throw new Error('unlocks what it does not hold');
    this.words.set(op.address, takes ? handle : 0);
    return old;
  }

  private transition(op: Operation, old: number): number | undefined {
    const { transition } = op;
    if (transition === undefined) throw new Error('expected a transition');
    if (transition.ready !== undefined && !transition.ready(old)) return undefined;
    this.words.set(op.address, transition.apply(old));
    return old;
  }
}

/** A call in progress: it runs until it has to wait. */
export class Call {
  result: LibraryValue;
  done = false;
  private pending: Operation | undefined;
  private readonly steps: Steps<LibraryValue>;
  private readonly thread: FakeThread;

  constructor(thread: FakeThread, steps: Steps<LibraryValue>) {
    this.thread = thread;
    this.steps = steps;
    this.take(steps.next(0));
  }

  /** One operation; false if it has to wait or there is none. */
  step(): boolean {
    if (this.pending === undefined) return false;
    const result = this.thread.world.execute(this.pending, this.thread.handle);
    if (result === undefined) return false;
    this.thread.world.executed.push({ op: this.pending, result });
    this.take(this.steps.next(result));
    return true;
  }

  run(): this {
    while (this.step());
    return this;
  }

  private take(next: ReturnType<Steps<LibraryValue>['next']>): void {
    this.done = next.done === true;
    // The fake never interrupts.
    this.pending = next.done === true ? undefined : (next.value as Operation);
    if (next.done === true) this.result = next.value;
  }
}

export class FakeThread implements ThreadServices {
  readonly own = new Map<string, number | bigint>();
  readonly remarks = new Remarks();
  readonly bounds = { spurious: false };
  readonly context = { testSections: new Map<number, number>(), detachedByOthers: new Set<number>() };
  readonly statuses: number[] = [];
  readonly calls = undefined;
  readonly scenario = undefined;
  readonly world: World;
  readonly handle: number;
  readonly pointerSize: 4 | 8;
  readonly timeSize: 4 | 8;

  constructor(world: World, handle: number) {
    this.world = world;
    this.handle = handle;
    this.pointerSize = world.pointerSize;
    this.timeSize = world.pointerSize;
  }

  begin(name: string, ...args: readonly (number | bigint)[]): Call {
    const fn = library.get(name);
    if (fn === undefined) throw new Error(`no ${name}`);
    const result = fn(this, SITE, ...args);
    if (typeof result === 'object') return new Call(this, result).run();
    return new Call(this, constant(result));
  }

  /** Nothing in the bytes of an object matters here. */
  *initialise(address: number): Steps<void> {
    yield store(2 ** 40 + address, 0, 'plain');
  }

  retire(address: number): Steps<void> {
    return this.initialise(address);
  }

  readsClock(): void {
    // It is the only one.
  }

  sleepsByClock(): boolean {
    return false;
  }

  timePasses(): boolean {
    return false;
  }

  sharesClock(): boolean {
    return this.world.threadsShareClock;
  }

  initialWord(): number {
    return 0;
  }

  hasJustLoaded(): boolean {
    return false;
  }

  call(name: '__fp_call' | '__fp_call1', fn: number, argument: bigint): Steps<void>;
  call(name: string, ...args: readonly (number | bigint)[]): LibraryValue;
  call(name: string, ...args: readonly (number | bigint)[]): LibraryValue | Steps<void> {
    if (name === '__fp_call' || name === '__fp_call1') {
      this.world.calls.push(`${args[0]!}(${args[1]!})`);
      return this.world.onCall(Number(args[0]));
    }
    const call = this.begin(name, ...args);
    if (!call.done) throw new Error(`${name} has to wait`);
    return call.result;
  }

  *read(address: number, size: 1 | 2 | 4): Steps<number> {
    const value = Number(this.world.read(address, size));
    return size === 4 ? value | 0 : value;
  }
  *read8(address: number): Steps<bigint> {
    return BigInt.asIntN(64, this.world.read(address, 8));
  }
  *write(address: number, size: 1 | 2 | 4, value: number): Steps<void> {
    this.world.write(address, size, BigInt(value));
  }
  *write8(address: number, value: bigint): Steps<void> {
    this.world.write(address, 8, value);
  }
  *readPointer(address: number): Steps<number> {
    return Number(this.world.read(address, this.pointerSize));
  }
  *writePointer(address: number, value: number): Steps<void> {
    this.world.write(address, this.pointerSize, BigInt(value));
  }
  *readString(address: number): Steps<string> {
    return this.world.textAt(address);
  }
  *copy(to: number, from: number, bytes: number): Steps<void> {
    this.world.write(to, bytes, this.world.read(from, bytes));
  }
  *fill(to: number, byte: number, bytes: number): Steps<void> {
    for (let i = 0; i < bytes; i++) this.world.bytes.set(to + i, byte);
  }
  writesLock(): boolean {
    return false;
  }
  *lockWord(address: number, offset: number): Steps<number> {
    return Number(this.world.read(address + offset, 4));
  }
  variadic(buffer: number): VariadicArguments {
    const values = [...(this.world.variadics[buffer] ?? [])];
    const next = (): number | bigint => values.shift() ?? 0;
    return {
      int: () => Number(next()) | 0,
      long: () => BigInt(next()),
      double: () => Number(next()),
      pointer: () => Number(next()),
    };
  }
  beginObject(address: number): number {
    return address;
  }

  allocate(size: number): number {
    return this.world.block(size);
  }
  sizeOf(address: number): number | undefined {
    return this.world.blocks.get(address);
  }
  *free(address: number): Steps<void> {
    if (!this.world.blocks.delete(address)) throw new Error('bad free');
  }
  get nextHandle(): number {
    return this.handle * 1024 + this.world.spawned + 1;
  }
  *spawnCalls(name: string): Steps<number> {
    this.world.calls.push(name);
    return 0;
  }
  *spawn(start: string, fn: number, argument: bigint): Steps<number> {
    this.world.calls.push(`${start} ${fn}(${argument})`);
    return this.handle * 1024 + ++this.world.spawned;
  }
  readonly unwinds = false;
  exiting = 0;
  raise(): void {
    throw new Error('nothing unwinds here');
  }
  raisedAt(): undefined {
    return undefined;
  }
  endWith(status: number): void {
    this.statuses.push(status);
  }

  exit(result: bigint): never {
    this.world.ended.set(this.handle, result);
    throw new ThreadEnded();
  }
  *resultOf(handle: number): Steps<bigint> {
    return this.world.ended.get(handle) ?? 0n;
  }

  *chooseBit(): Steps<number> {
    return 0;
  }
  *chooseOpen(): Steps<bigint> {
    return 0n;
  }
  uses(): boolean {
    return true;
  }
  threadLocalNamed(): undefined {
    return undefined;
  }
  print(text: string): void {
    this.world.printed += text;
  }
}

function* constant(value: LibraryValue): Steps<LibraryValue> {
  return value;
}
