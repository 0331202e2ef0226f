import type { MemoryOrder } from '@fencepost/core';
import { ORDERS } from '@fencepost/core';
import type { RecordedPlace } from '../run.js';
import { badRecording } from './bad-recording.js';
import { Column } from './column.js';
import {
  DEFINE_MODULE,
  DEFINE_SITE,
  LAST_KIND,
  LOAD_EVENT,
  LOAD_RANGE_EVENT,
  STORE_EVENT,
  STORE_RANGE_EVENT,
} from './layout.js';

const UNORDERED_KINDS: readonly number[] = [LOAD_EVENT, STORE_EVENT, LOAD_RANGE_EVENT, STORE_RANGE_EVENT];
const UNORDERED: readonly MemoryOrder[] = ['plain', 'relaxed'];

/** An instruction of the recorded program. */
export interface RecordedSite {
  /** The file that contains it: a program or a shared library; undefined if none. */
  readonly module: string | undefined;
  /** The address after the instruction, within the module. */
  readonly offset: number;
}

/** Kinds and positions of the instructions in the part of the recording that was read. Sites count from 0. */
export class SiteTable {
  readonly kinds: number[] = [];
  readonly sizes: number[] = [];
  /** Indices in `ORDERS`. */
  readonly orders: number[] = [];
  readonly failureOrders: number[] = [];
  /** Whether it is a plain or relaxed load or store, which orders nothing but accesses to its place. */
  readonly isUnordered: boolean[] = [];
  readonly sites: RecordedSite[] = [];
  private readonly modules: string[] = [];
  private places: readonly (RecordedPlace | null)[] = [];

  /** Reads a block of definitions. */
  define(bytes: Uint8Array): void {
    const column = new Column(bytes);
    while (!column.isAtEnd) {
      const entry = column.number();
      if (entry === DEFINE_MODULE) this.modules.push(column.text());
      else if (entry === DEFINE_SITE) this.defineSite(column.number(), column.number(), column.number());
      else throw badRecording('the recording contains an unknown definition');
    }
  }

  private defineSite(module: number, offset: number, what: number): void {
    const kind = what >> 9;
    const order = (what >> 3) & 7;
    const failure = what & 7;
    if (module > this.modules.length || kind > LAST_KIND || order >= ORDERS.length || failure >= ORDERS.length) {
      throw badRecording('the recording defines an impossible site');
    }
    const log = (what >> 6) & 7;
    if (log > 3) throw badRecording('the recording defines an access of impossible size');
    this.kinds.push(kind);
    this.sizes.push(1 << log);
    this.orders.push(order);
    this.failureOrders.push(failure);
    this.isUnordered.push(UNORDERED_KINDS.includes(kind) && UNORDERED.includes(ORDERS[order]!));
    this.sites.push({ module: module === 0 ? undefined : this.modules[module - 1]!, offset });
  }

  /** Reads the positions of sites in the sources. */
  locate(places: unknown): void {
    if (!Array.isArray(places) || !places.every((place) => place === null || isPlace(place))) {
      throw badRecording('the recording has a wrong list of source places');
    }
    this.places = places as readonly (RecordedPlace | null)[];
  }

  /** Returns the position of a site: in the sources if known, otherwise in the module. */
  siteOf(site: number): RecordedPlace | undefined {
    const known = this.places[site];
    if (known !== undefined && known !== null) return known;
    const { module, offset } = this.sites[site] ?? {};
    return module === undefined ? undefined : { file: `${module}+0x${offset!.toString(16)}`, line: 0 };
  }
}

function isPlace(value: unknown): boolean {
  if (!isSite(value)) return false;
  const { callers = [] } = value as { readonly callers?: unknown };
  return Array.isArray(callers) && callers.every(isSite);
}

function isSite(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { file, line, column } = value as Record<string, unknown>;
  return (
    typeof file === 'string' && Number.isSafeInteger(line) && (column === undefined || Number.isSafeInteger(column))
  );
}
