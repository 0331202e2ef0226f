import type { Writer } from '@fencepost/wasm';
import { OP, TYPE } from '@fencepost/wasm';

/** The globals of suspension. */
export interface Frames {
  /** 0: the thread runs; 1: it is being suspended; 2: it is being resumed. */
  readonly state: number;
  /** Address of a structure: the end of the saved frames, and the end of the room for them. */
  readonly area: number;
}

/** A function's locals for suspension. */
export interface Places extends Frames {
  /** The number of the site. */
  readonly next: number;
  readonly top: number;
  /** Which of up to 32 classes of locals the site needs. */
  readonly mask: number;
}

/** The locals that a function needs after a site. */
export type Saved = readonly { readonly local: number; readonly type: number }[];

const NOTHING = 0x40;

/** Emits the beginning of a function: if the thread is being resumed, it takes its last frame. */
export function restoreFrame(to: Writer, places: Places, { always, sometimes, sites }: Classes): void {
  const { state, area, next, top } = places;
  global(to, state);
  to.byte(OP.if, NOTHING);
  global(to, area);
  global(to, area);
  load(to, TYPE.i32, 0);
  to.byte(OP.i32Const, 4, OP.i32Sub);
  local(to, OP.localTee, top);
  load(to, TYPE.i32, 0);
  local(to, OP.localSet, next);
  for (let start = firstOfLast(sometimes); start >= 0; start -= CLASSES) {
    setMask(to, places, sometimes.slice(start, start + CLASSES), sites);
    for (let index = Math.min(start + CLASSES, sometimes.length) - 1; index >= start; index--) {
      ifNeeded(to, places, index, () => pop(to, top, sometimes[index]!.locals));
    }
  }
  pop(to, top, always);
  local(to, OP.localGet, top);
  store(to, TYPE.i32, 0);
  to.byte(OP.end);
}

/** Emits the end of a function that is being suspended: it adds its frame. */
export function saveFrame(to: Writer, places: Places, { always, sometimes, sites }: Classes): void {
  const { area, next, top } = places;
  global(to, area);
  load(to, TYPE.i32, 0);
  local(to, OP.localSet, top);
  push(to, top, always);
  for (let start = 0; start < sometimes.length; start += CLASSES) {
    setMask(to, places, sometimes.slice(start, start + CLASSES), sites);
    for (let index = start; index < Math.min(start + CLASSES, sometimes.length); index++) {
      ifNeeded(to, places, index, () => push(to, top, sometimes[index]!.locals));
    }
  }
  local(to, OP.localGet, top);
  local(to, OP.localGet, next);
  store(to, TYPE.i32, 0);
  global(to, area);
  local(to, OP.localGet, top);
  to.byte(OP.i32Const, 4, OP.i32Add);
  local(to, OP.localTee, top);
  store(to, TYPE.i32, 0);
  local(to, OP.localGet, top);
  global(to, area);
  load(to, TYPE.i32, 4);
  to.byte(OP.i32GtU, OP.if, NOTHING, OP.unreachable, OP.end);
}

/** Number of classes in a mask. */
const CLASSES = 32;

/** Locals that the same sites need. */
interface Class {
  readonly locals: Saved;
  /** By site. */
  readonly needed: readonly boolean[];
}

/** The locals that all of a function's sites need, and classes of those that the same sites need. */
interface Classes {
  readonly always: Saved;
  readonly sometimes: readonly Class[];
  /** Number of sites. */
  readonly sites: number;
}

/** Divides the locals that a function needs after its sites. */
export function classesOf(saved: readonly Saved[]): Classes {
  const byLocal = new Map<number, { readonly type: number; readonly sites: number[] }>();
  saved.forEach((locals, site) => {
    for (const { local: index, type } of locals) {
      const known = byLocal.get(index);
      if (known === undefined) byLocal.set(index, { type, sites: [site] });
      else known.sites.push(site);
    }
  });
  const bySites = new Map<string, { readonly locals: Saved[number][]; readonly sites: readonly number[] }>();
  for (const [index, { type, sites }] of byLocal) {
    const key = sites.join();
    const known = bySites.get(key);
    if (known === undefined) bySites.set(key, { locals: [{ local: index, type }], sites });
    else known.locals.push({ local: index, type });
  }
  const all = [...bySites.values()];
  return {
    sites: saved.length,
    always: all.find(({ sites }) => sites.length === saved.length)?.locals ?? [],
    sometimes: all
      .filter(({ sites }) => sites.length < saved.length)
      .map(({ locals, sites }) => {
        const needed = saved.map(() => false);
        for (const site of sites) needed[site] = true;
        return { locals, needed };
      }),
  };
}

/** Returns the first class of the last mask; negative: there is none. */
function firstOfLast(classes: readonly Class[]): number {
  return (Math.ceil(classes.length / CLASSES) - 1) * CLASSES;
}

/** Emits code that sets the mask: the classes that the current site needs. */
function setMask(to: Writer, { next, mask }: Places, classes: readonly Class[], sites: number): void {
  const masks: number[] = [];
  const which: number[] = [];
  for (let site = 0; site < sites; site++) {
    const value = classes.reduce((bits, { needed }, index) => (needed[site] === true ? bits | (1 << index) : bits), 0);
    if (!masks.includes(value)) masks.push(value);
    which.push(masks.indexOf(value));
  }
  const last = masks.length - 1;
  for (let i = 0; i <= last + 1; i++) to.byte(OP.block, NOTHING);
  local(to, OP.localGet, next);
  to.byte(OP.i32Const, 1, OP.i32Sub, OP.brTable);
  to.unsigned(which.length);
  for (const index of which) to.unsigned(index);
  to.unsigned(last);
  masks.forEach((value, index) => {
    to.byte(OP.end, OP.i32Const);
    to.signed32(value);
    local(to, OP.localSet, mask);
    if (index === last) return;
    to.byte(OP.br);
    to.unsigned(last - index);
  });
  to.byte(OP.end);
}

function ifNeeded(to: Writer, { mask }: Places, index: number, emit: () => void): void {
  local(to, OP.localGet, mask);
  to.byte(OP.i32Const);
  to.signed32(1 << (index % CLASSES));
  to.byte(OP.i32And, OP.if, NOTHING);
  emit();
  to.byte(OP.end);
}

function push(to: Writer, top: number, locals: Saved): void {
  let offset = 0;
  for (const { local: index, type } of locals) {
    local(to, OP.localGet, top);
    local(to, OP.localGet, index);
    store(to, type, offset);
    offset += widthOf(type);
  }
  move(to, top, offset);
}

function pop(to: Writer, top: number, locals: Saved): void {
  move(to, top, -sizeOf(locals));
  let offset = 0;
  for (const { local: index, type } of locals) {
    local(to, OP.localGet, top);
    load(to, type, offset);
    local(to, OP.localSet, index);
    offset += widthOf(type);
  }
}

function sizeOf(locals: Saved): number {
  return locals.reduce((sum, { type }) => sum + widthOf(type), 0);
}

function widthOf(type: number): number {
  return type === TYPE.i64 || type === TYPE.f64 ? 8 : 4;
}

/** Adds to a local. */
function move(to: Writer, index: number, by: number): void {
  if (by === 0) return;
  local(to, OP.localGet, index);
  to.byte(OP.i32Const);
  to.signed32(by);
  to.byte(OP.i32Add);
  local(to, OP.localSet, index);
}

function global(to: Writer, index: number): void {
  to.byte(OP.globalGet);
  to.unsigned(index);
}

function local(to: Writer, op: number, index: number): void {
  to.byte(op);
  to.unsigned(index);
}

const FOUR_BYTES_ALIGNED = 2;

function load(to: Writer, type: number, offset: number): void {
  to.byte(OP.i32Load + (TYPE.i32 - type), FOUR_BYTES_ALIGNED);
  to.unsigned(offset);
}

function store(to: Writer, type: number, offset: number): void {
  to.byte(OP.i32Store + (TYPE.i32 - type), FOUR_BYTES_ALIGNED);
  to.unsigned(offset);
}
