import type { Body } from '../races/operations.js';
import { NotFollowed } from '../races/operations.js';
import { effectOf } from '../races/library-effects.js';
import { mayUsePointers } from '../races/open-functions.js';
import type { Synchronisation } from '../races/synchronisation.js';
import { synchronisationBy } from '../races/synchronisation.js';
import type { Call } from '../syntax/calls.js';
import { isByValue, parseCall } from '../syntax/calls.js';
import type { Instruction } from '../syntax/function.js';
import type { Type } from '../syntax/types.js';
import { POINTER } from '../syntax/types.js';
import type { At, Decoded, Machine } from './machine.js';
import { ErrorReached } from './machine.js';
import type { Operand } from './operands.js';
import { operandOf } from './operands.js';
import type { Thread } from './state.js';
import type { Value } from './values.js';
import { asNumber, asPlace, known, number, open } from './values.js';
import { decided, forking, own } from './ways.js';

const ENDS = /^(?:abort|_?_?exit|_Exit|__assert(?:_fail)?|llvm\.(?:ubsan|debug)?trap)$/;
const ASSUMES = /^(?:__VERIFIER_assume|assume_abort_if_not|__VERIFIER_assert)$/;
const IGNORED =
  /^(?:llvm\.(?:dbg|lifetime|assume|donothing|stacksave|stackrestore)\b|pthread_attr_(?:init|destroy|set\w+)$|(?:c?free|usleep|sleep|sched_yield)$)/;
const MAKES = /^pthread_mutex_(?:init|destroy)$/;
const SECTION = 'section';

/** Returns what a call does. */
export function decodeCall(instruction: Instruction, body: Body): Decoded {
  const call = parseCall(instruction);
  if (call.assembly !== undefined || call.arguments.some(({ attributes }) => isByValue(attributes))) {
    throw new NotFollowed('a call of another kind');
  }
  return new CallDecoding(instruction, call, body).decoded();
}

class CallDecoding {
  private readonly to: string | undefined;
  private readonly call: Call;
  private readonly body: Body;
  private readonly operands: readonly Operand[];

  constructor({ result }: Instruction, call: Call, body: Body) {
    this.to = result;
    this.call = call;
    this.body = body;
    this.operands = call.arguments.map((each) => operandOf(each, body.code));
  }

  decoded(): Decoded {
    const [source, ...others] = this.body.code.sources(this.call.callee);
    if (source === undefined || !('symbol' in source) || others.length > 0) throw new NotFollowed('a computed call');
    const { symbol } = source;
    const name = symbol.slice(1);
    const plain = name.replace(/#\d+$/, '');
    const synchronisation = synchronisationBy(name);
    const library = synchronisation === undefined ? this.library(name) : this.synchronising(synchronisation);
    return {
      isVisible: (at, machine) => !isDefined(machine, symbol) && library.isVisible(at, machine),
      isPossible: (at, machine) => isDefined(machine, symbol) || library.isPossible(at, machine),
      execute: (at, machine) => {
        if (machine.fails(plain)) throw new ErrorReached();
        const callee = machine.program.bodies.get(symbol);
        if (callee === undefined) return library.execute(at, machine);
        machine.call(
          at,
          callee,
          this.operands.map((each) => each(at.frame)),
          this.to,
        );
        return undefined;
      },
    };
  }

  /** Returns what a function of the library does, other than synchronisation. */
  private library(name: string): Decoded {
    if (ENDS.test(name)) return ends('stuck');
    if (ASSUMES.test(name)) {
      return forking((at, machine) =>
        decided(at, machine, this.operands[0]!, ({ thread }, holds) => {
          if (!holds) thread.status = 'stuck';
        }),
      );
    }
    if (IGNORED.test(name)) return own((at) => this.set(at, () => number(0n, bitsOf(this.call.result))));
    if (MAKES.test(name)) {
      return own((at) => {
        if (at.state.locks.has(this.place(at, 0))) throw new NotFollowed('a lock that is made again');
        this.set(at, () => number(0n, 32));
      });
    }
    if (/^(?:malloc|calloc)$/.test(name)) return own((at, machine) => this.allocate(at, machine, name));
    if (/^llvm\.memset\b/.test(name)) {
      return own((at, machine) => {
        const [, byte, length] = this.operands.map((each) => each(at.frame));
        if (asNumber(byte!).term.key !== '0') throw new NotFollowed('memory that is filled');
        const place = asPlace(this.operands[0]!(at.frame));
        // Of an access to a part of it, no other thread would be told.
        if (machine.othersOf(at).size > 0) throw new NotFollowed('memory that is filled beside other threads');
        machine.memory.clear(at.state, place, Number(known(length!, 'an open size')));
      });
    }
    const effect = effectOf(name);
    return own((at, machine) => {
      const isFollowed =
        effect === undefined
          ? machine.program.openFunctions && !mayUsePointers(name)
          : effect.arguments.every((each) => each === 'reads' || each === 'nothing');
      if (!isFollowed) throw new NotFollowed(`the function ${name}`);
      this.set(at, () => {
        const { result } = this.call;
        if (result.kind !== 'int') throw new NotFollowed('an open value of another type');
        return open(result.bits);
      });
    });
  }

  private set(at: At, value: () => Value): void {
    if (this.to !== undefined) at.frame.locals.set(this.to, value());
  }

  private allocate(at: At, machine: Machine, name: string): void {
    const bytes = this.operands.reduce((product, each) => product * Number(known(each(at.frame), 'an open size')), 1);
    const place = `heap ${at.thread.id} ${this.body.name} ${this.to}`;
    const object = `${place} ${at.state.count(place)}`;
    this.set(at, () => machine.memory.allocate(at.state, object, bytes, name === 'calloc' ? 'zero' : 'open'));
  }

  /** Returns the name of the lock at the place that is the argument with this number. */
  private place({ frame }: At, argument: number): string {
    const { object, offset } = asPlace(this.operands[argument]!(frame));
    return `${object}+${offset}`;
  }

  private synchronising(synchronisation: Synchronisation): Decoded {
    switch (synchronisation.kind) {
      case 'create':
        return own((at, machine) => this.create(at, machine, synchronisation));
      case 'join':
        return this.join(synchronisation.result);
      case 'exit':
        return ends('finished');
      case 'atomic begin':
        return this.lock(() => SECTION);
      case 'atomic end':
        return this.unlock(() => SECTION);
      case 'lock':
        if (synchronisation.isTry || synchronisation.isShared) throw new NotFollowed('a lock of another kind');
        return this.lock((at) => this.place(at, 0));
      case 'unlock':
        return this.unlock((at) => this.place(at, 0));
      default:
        throw new NotFollowed('a thread that asks for itself');
    }
  }

  private lock(lockOf: (at: At) => string): Decoded {
    return {
      isVisible: (_at, machine) => machine.accesses.locksExclude,
      isPossible: (at) => {
        const lock = lockOf(at);
        const held = at.state.locks.get(lock);
        if (held?.owner !== at.thread.id) return held === undefined;
        if (lock !== SECTION) throw new NotFollowed('a lock that is taken again');
        return true;
      },
      execute: once((at, machine) => {
        const lock = lockOf(at);
        const depth = (at.state.locks.get(lock)?.depth ?? 0) + 1;
        if (machine.accesses.locksExclude) at.state.locks.set(lock, { owner: at.thread.id, depth });
        this.set(at, () => number(0n, 32));
      }),
    };
  }

  private unlock(lockOf: (at: At) => string): Decoded {
    return own((at, machine) => {
      this.set(at, () => number(0n, 32));
      if (!machine.accesses.locksExclude) return;
      const lock = lockOf(at);
      const held = at.state.locks.get(lock);
      if (held?.owner !== at.thread.id) throw new NotFollowed('a lock that another thread holds');
      if (held.depth === 1) at.state.locks.delete(lock);
      else at.state.locks.set(lock, { ...held, depth: held.depth - 1 });
    });
  }

  private create(at: At, machine: Machine, places: Synchronisation & { readonly kind: 'create' }): void {
    const { state, thread, frame } = at;
    const body = machine.program.bodies.get(asPlace(this.operands[places.start]!(frame)).object);
    if (body === undefined) throw new NotFollowed('a thread of another function');
    const count = state.count(`threads of ${thread.id}`);
    const id = `${thread.id}.${count}`;
    const handle = asPlace(this.operands[places.handle]!(frame));
    const type = handleType(body);
    machine.note(at, handle, true);
    machine.memory.store(state, handle, handleOf(id, type), body.code.layout.size(type));
    machine.start(state, id, body, [this.operands[places.argument]!(frame)]);
    this.set(at, () => number(0n, 32));
  }

  private join(result: number): Decoded {
    const target = (at: At): string => idOf(this.operands[0]!(at.frame));
    return {
      // After it has finished, no other thread can change what a join does.
      isVisible: (at) => at.state.threads.get(target(at))?.status !== 'finished',
      isPossible: (at) => at.state.threads.get(target(at))?.status === 'finished',
      execute: once((at) => {
        const place = this.operands[result];
        if (place !== undefined && asPlace(place(at.frame)).object !== '')
          throw new NotFollowed('the result of a thread');
        const id = target(at);
        at.thread.ended.add(id);
        for (const each of at.state.threads.get(id)!.ended) at.thread.ended.add(each);
        this.set(at, () => number(0n, 32));
      }),
    };
  }
}

/** With one way to go on. */
function once(execute: (at: At, machine: Machine) => void): Decoded['execute'] {
  return own(execute).execute;
}

/** A call that does not return. */
function ends(status: Thread['status']): Decoded {
  return own(({ thread }) => {
    thread.status = status;
  });
}

function isDefined({ program }: Machine, symbol: string): boolean {
  return program.bodies.has(symbol);
}

function bitsOf(type: Type): number {
  return type.kind === 'int' ? type.bits : 32;
}

/** `pthread_t` is an integer as wide as a pointer. */
function handleType({ code: { layout } }: Body): Type {
  const bits = 8 * layout.size(POINTER);
  return { kind: 'int', bits, text: `i${bits}` };
}

const ids = new Map<string, bigint>();

/** Returns the handle of a thread: no other number of the program equals it by chance. */
function handleOf(id: string, type: Type): Value {
  let found = ids.get(id);
  if (found === undefined) ids.set(id, (found = 0x4000_0000n + BigInt(ids.size)));
  return number(found, bitsOf(type));
}

function idOf(value: Value): string {
  const handle = known(value, 'a join of an open thread');
  for (const [id, each] of ids) if (each === handle) return id;
  throw new NotFollowed('a join of no thread');
}
