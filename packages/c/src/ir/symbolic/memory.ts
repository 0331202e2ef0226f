import { NotFollowed } from '../races/operations.js';
import type { GlobalVariable } from '../races/operations.js';
import type { Type } from '../syntax/types.js';
import type { Cell, Contents, State } from './state.js';
import type { Place, Value } from './values.js';
import { NULL, number, open } from './values.js';

/** Reads and writes the memory of states. */
export class SymbolicMemory {
  private readonly globals: ReadonlyMap<string, GlobalVariable>;

  constructor(globals: ReadonlyMap<string, GlobalVariable>) {
    this.globals = globals;
  }

  load(state: State, place: Place, type: Type, bytes: number): Value {
    const contents = this.contents(state, place, bytes);
    const known = contents.cells.get(place.offset);
    if (known?.bytes === bytes) return converted(known.value, type);
    refuseOverlap(contents, place.offset, bytes);
    const value = this.initial(contents, place, type, bytes);
    write(state, place, contents, { bytes, value });
    return value;
  }

  store(state: State, place: Place, value: Value, bytes: number): void {
    const contents = this.contents(state, place, bytes);
    if (contents.cells.get(place.offset)?.bytes !== bytes) refuseOverlap(contents, place.offset, bytes);
    write(state, place, contents, { bytes, value });
  }

  /** Makes an object. */
  allocate(state: State, object: string, bytes: number, rest: 'zero' | 'open'): Place {
    if (state.memory.has(object)) throw new NotFollowed('an object that is made again');
    state.memory.set(object, { cells: new Map(), rest, bytes });
    return { kind: 'pointer', object, offset: 0 };
  }

  /** Fills a whole object with zeros. */
  clear(state: State, place: Place, bytes: number): void {
    const contents = this.contents(state, place, bytes);
    if (place.offset !== 0 || contents.bytes !== bytes) throw new NotFollowed('a part that is filled');
    state.memory.set(place.object, { cells: new Map(), rest: 'zero', bytes });
  }

  private contents(state: State, { object, offset }: Place, bytes: number): Contents {
    let found = state.memory.get(object);
    if (found === undefined) {
      const variable = this.globals.get(object);
      if (variable === undefined) throw new NotFollowed('an access to no object');
      if (variable.isThreadLocal || variable.bytes === undefined) throw new NotFollowed('a variable of another kind');
      found = { cells: new Map(), rest: 'initial', bytes: variable.bytes };
      state.memory.set(object, found);
    }
    if (offset < 0 || offset + bytes > found.bytes) {
      throw new NotFollowed('an access outside of its object');
    }
    return found;
  }

  private initial({ rest }: Contents, { object, offset }: Place, type: Type, bytes: number): Value {
    if (type.kind !== 'int' && type.kind !== 'pointer') throw new NotFollowed('a value of another type');
    const zero = (): Value => (type.kind === 'int' ? number(0n, type.bits) : NULL);
    if (rest === 'zero') return zero();
    if (rest === 'open') {
      if (type.kind === 'pointer') throw new NotFollowed('a pointer without a value');
      return open(type.bits);
    }
    const { numbers, pointers } = this.globals.get(object)!;
    const overlaps = (at: number, size: number): boolean => at < offset + bytes && offset < at + size;
    const pointer = pointers.find(({ at }) => at === undefined || overlaps(at, bytes));
    if (pointer !== undefined) {
      const { at, to } = pointer;
      if (at !== offset || type.kind !== 'pointer' || !('symbol' in to) || to.offset === undefined) {
        throw new NotFollowed('a part of a pointer');
      }
      return { kind: 'pointer', object: to.symbol, offset: to.offset };
    }
    const known = numbers.find((each) => overlaps(each.at, each.bytes));
    if (known === undefined) return zero();
    if (known.at !== offset || known.bytes !== bytes || known.number === undefined || type.kind !== 'int') {
      throw new NotFollowed('a part of a number');
    }
    return number(known.number, type.bits);
  }
}

function write(state: State, { object, offset }: Place, contents: Contents, cell: Cell): void {
  state.memory.set(object, { ...contents, cells: new Map(contents.cells).set(offset, cell) });
}

/** Returns the value as one of this type; only null is both a number and a pointer. */
function converted(value: Value, type: Type): Value {
  if (type.kind === 'int' && value.kind === 'number' && value.bits === type.bits) return value;
  if (type.kind === 'pointer') {
    if (value.kind === 'pointer') return value;
    if (value.term.key === '0') return NULL;
  }
  throw new NotFollowed('a value of another type');
}

function refuseOverlap({ cells }: Contents, offset: number, bytes: number): void {
  for (const [at, cell] of cells) {
    if (at < offset + bytes && offset < at + cell.bytes) throw new NotFollowed('a part of a value');
  }
}
