import type { Limit } from '@fencepost/core';
import { Cells, Rediscover, decodeWide, readWord } from '@fencepost/core';
import { SHADOW, choicePlace, describePlace } from '../runtime/places.js';
import type { Image } from './image.js';
import { Instances } from './instances.js';
import type { MemoryObject } from './objects.js';
import { Objects } from './objects.js';
import { Remarks } from '../runtime/remarks.js';
import type { ExecutionChoices } from '../runtime/services.js';
import { Ownership } from './ownership.js';

/** The content of memory when the second thread started. */
export interface Beginning {
  /** Linear memory up to the end of the data. */
  readonly data: Uint8Array;
  /** Contents of the objects made so far, by address. */
  readonly objects: ReadonlyMap<number, Uint8Array>;
  /** Addresses of objects already freed. */
  readonly freed: ReadonlySet<number>;
  /** States of synchronisation objects, by place. */
  readonly synchronisation: ReadonlyMap<number, number>;
}

/** How far programs are followed. */
export interface Bounds extends ExecutionChoices {
  /** Iterations of a loop with visible operations, each time it is entered; undefined: it depends on the loop. */
  readonly unroll: number | undefined;
  /** Loops that change nothing wait for a change; otherwise they are followed like others. */
  readonly wait: boolean;
  /** The program fails if it ends with a status other than 0. */
  readonly failOnExit: boolean;
}

/**
 * State shared by the threads of a program during exploration: none of it depends on the execution, and what is learned
 * in one (which objects are shared, how memory is divided) holds for all.
 */
export class Context {
  readonly image: Image;
  readonly instances: Instances;
  objects: Objects;
  cells = new Cells(true);
  ownership = new Ownership();
  readonly bounds: Bounds;
  readonly limits = new Map<string, Limit>();
  /** Loops of which one iteration stands for several that read the same, with the most of them. */
  readonly repeated = new Map<string, number>();
  readonly remarks = new Remarks();
  /** Some thread besides main starts threads. */
  nested = false;
  beginning: Beginning;
  /** Bits that the program leaves open, by the key of the request. */
  readonly choices = new Map<string, number>();

  /** How many sections of a test case are beside each other. */
  readonly sections = new Map<number, number>();

  constructor(image: Image, bounds: Bounds) {
    this.image = image;
    this.objects = new Objects(image.end);
    this.instances = new Instances(image);
    this.bounds = bounds;
    this.beginning = { data: image.data, objects: new Map(), freed: new Set(), synchronisation: new Map() };
  }

  /** The place of an open bit: 0, until a dedicated thread sets it to 1 at some point. */
  choice(key: string): number {
    const known = this.choices.get(key);
    if (known !== undefined) return choicePlace(known);
    this.choices.set(key, this.choices.size);
    throw new Rediscover('there is one more choice');
  }

  get choicePlaces(): readonly number[] {
    return [...this.choices.values()].map(choicePlace);
  }

  /** The content of a place before any visible operation, as a word. */
  initialValue(address: number, size: number): number {
    const { data, objects, synchronisation } = this.beginning;
    if (address >= SHADOW) return synchronisation.get(address) ?? 0;
    if (!this.objects.covers(address)) return readWord(data, address, size);
    const object = this.objects.near(address)!;
    const bytes = objects.get(object.address) ?? this.freshBytes(object);
    return readWord(bytes, address - object.address, size);
  }

  /** Contents of a new object. */
  freshBytes(object: MemoryObject): Uint8Array {
    if (object.template === undefined) return new Uint8Array(object.size);
    return this.image.data.slice(object.template, object.template + object.size);
  }

  /** A value in memory; a pointer is shown as the name of its target. */
  showValue(word: number, size: number): string {
    if (size !== this.image.tables.pointerSize) return String(size >= 8 ? decodeWide(word) : word);
    const value = size === 8 ? Number(decodeWide(word)) : word;
    const known = this.objects.covers(value)
      ? this.objects.near(value) !== undefined
      : this.image.globalAt(value) !== undefined;
    return known ? `&${this.nameOf(value)}` : String(size === 8 ? decodeWide(word) : word);
  }

  nameOf(address: number): string {
    if (address >= SHADOW) return describePlace(address, (each) => this.nameOf(each));
    if (this.objects.covers(address)) {
      const object = this.objects.near(address);
      if (object === undefined) return `[${address}]`;
      const offset = address - object.address;
      return object.describe?.(offset) ?? (offset === 0 ? object.name : `${object.name}+${offset}`);
    }
    const global = this.image.globalAt(address);
    return global === undefined ? `[${address}]` : global.info.describe(address - global.address);
  }
}
