import { fence } from '@fencepost/core';
import type { Access, HelperName, VisibleCode } from '@fencepost/wasm';
import type { EnteredLoop } from '../world/running/current.js';
import { current, theWorld } from '../world/running/current.js';
import { effects } from '../world/time/effects.js';
import * as accesses from './accesses.js';
import type { VisibleModule } from './modules.js';
import * as ranges from './ranges.js';
import type { AccessedSharedMemory } from './shared-memory.js';
import { sitesOf } from './sites.js';
import { notify, wait } from './waiting.js';

const FENCE = fence('seq_cst');
const NO_BYTES = new Uint8Array();

/** A `WebAssembly.Global`. */
interface Global {
  readonly value: unknown;
}

/** The helper functions that the code of one instance calls, and their state. */
export class InstanceState {
  private readonly code: VisibleCode;
  private readonly memories: readonly AccessedSharedMemory[];
  private readonly segments: Uint8Array[];
  private readonly entered: EnteredLoop[] = [];
  private carried: unknown[] = [];
  /** Counters of the loop whose head comes next. */
  private counters: { readonly value: number; readonly limits: number[] }[] = [];
  private readonly firstSite: number;
  /** Mutable globals, by number. */
  readonly globals = new Map<number, Global>();

  constructor(visible: VisibleModule, memories: readonly AccessedSharedMemory[]) {
    const { code } = visible;
    this.code = code;
    this.memories = memories;
    this.segments = [...code.segments];
    this.firstSite = sitesOf(theWorld().context.sites, visible);
  }

  /** Sets the current site to that of an access; returns the access. */
  private at(number: number): Access {
    current.site = this.firstSite + number;
    return this.code.accesses[number]!;
  }

  private memoryOf({ memory }: Access): AccessedSharedMemory {
    return this.memories[memory]!;
  }

  readonly helpers: Readonly<Record<HelperName, (...args: never[]) => unknown>> = {
    load32: (address: number, number: number) => {
      const access = this.at(number);
      return accesses.load32(access, this.memoryOf(access), address);
    },
    load64: (address: number, number: number) => {
      const access = this.at(number);
      return accesses.load64(access, this.memoryOf(access), address);
    },
    store32: (address: number, value: number, number: number) => {
      const access = this.at(number);
      accesses.store32(access, this.memoryOf(access), address, value);
    },
    store64: (address: number, value: bigint, number: number) => {
      const access = this.at(number);
      accesses.store64(access, this.memoryOf(access), address, value);
    },
    update32: (address: number, operand: number, number: number) => {
      const access = this.at(number);
      return accesses.update32(access, this.memoryOf(access), address, operand);
    },
    update64: (address: number, operand: bigint, number: number) => {
      const access = this.at(number);
      return accesses.update64(access, this.memoryOf(access), address, operand);
    },
    exchange32: (address: number, expected: number, replacement: number, number: number) => {
      const access = this.at(number);
      return accesses.exchange32(access, this.memoryOf(access), { address, expected, replacement });
    },
    exchange64: (address: number, expected: bigint, replacement: bigint, number: number) => {
      const access = this.at(number);
      return accesses.exchange64(access, this.memoryOf(access), { address, expected, replacement });
    },
    wait32: (address: number, expected: number, nanoseconds: bigint, number: number) => {
      const access = this.at(number);
      return wait(access, this.memoryOf(access), { address, expected, nanoseconds });
    },
    wait64: (address: number, expected: bigint, nanoseconds: bigint, number: number) => {
      const access = this.at(number);
      return wait(access, this.memoryOf(access), { address, expected, nanoseconds });
    },
    notify: (address: number, count: number, number: number) => {
      const access = this.at(number);
      return notify(access, this.memoryOf(access), address, count);
    },
    fence: (number: number) => {
      this.at(number);
      current.run?.perform(FENCE, 0);
    },
    size: (memory: number) => this.memories[memory]!.pages,
    grow: (pages: number, number: number) => this.memoryOf(this.at(number)).grow(pages >>> 0),
    copy: (address: number, source: number, count: number, number: number) => {
      const access = this.at(number);
      ranges.copy(this.memoryOf(access), this.memories[access.from]!, { address, count }, source);
    },
    fill: (address: number, byte: number, count: number, number: number) => {
      ranges.fill(this.memoryOf(this.at(number)), { address, count }, byte);
    },
    init: (address: number, start: number, count: number, number: number) => {
      const access = this.at(number);
      ranges.init(this.memoryOf(access), { address, count }, this.segments[access.segment]!, start);
    },
    place: (address: number, number: number) => {
      const access = this.at(number);
      const segment = this.segments[access.segment]!;
      ranges.init(this.memoryOf(access), { address, count: segment.length }, segment, 0);
      this.segments[access.segment] = NO_BYTES;
    },
    drop: (segment: number) => {
      effects.count++;
      this.segments[segment] = NO_BYTES;
    },
    enter: (number: number) => this.enter(number),
    carry32: (value: number) => this.carry(value),
    carry64: (value: bigint) => this.carry(value),
    count: (value: number) => {
      if (current.run !== undefined) this.counters.push({ value, limits: [] });
    },
    limit: (value: number) => {
      this.counters.at(-1)?.limits.push(value);
    },
    head: (entered: number) => this.head(entered),
    passed: (entered: number, counter: number) => (current.run && this.entered[entered]!.passed[counter]) ?? 0,
    touch: (number: number) => {
      const global = this.globals.get(number)!;
      current.run?.mutations.note(global, 'value', () => {
        const { value } = global;
        return () => Object.is(global.value, value);
      });
    },
    effect: () => {
      effects.count++;
    },
  };

  private enter(number: number): number {
    if (current.run === undefined) return 0;
    const loop = this.firstSite + this.code.accesses.length + number;
    const counted = this.code.loops[number]!.isCounted;
    return this.entered.push({ loop, counted, counters: [], passed: [] }) - 1;
  }

  private carry(value: unknown): void {
    if (current.run !== undefined) this.carried.push(value);
  }

  private head(number: number): void {
    const { run } = current;
    if (run === undefined) return;
    const { carried, counters } = this;
    this.carried = [];
    this.counters = [];
    const entered = this.entered[number]!;
    entered.passed = [];
    entered.counters.push(...counters);
    run.head(entered.loop, carried, entered);
    entered.counters.length = 0;
  }
}
