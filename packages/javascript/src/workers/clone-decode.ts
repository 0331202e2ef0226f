import { bytes as nativeBytes } from '#host/bytes';
import { theWorld } from '../world/running/current.js';
import type { SharedBuffer } from '../world/context/context.js';
import { adoptMemory } from '../wasm/memory.js';
import type { Tree } from './clone-tree.js';
import { ERROR_TYPES, VIEW_TYPES } from './clone-tree.js';

type Node = readonly Tree[];

/** Reconstructs the value in the running world. */
export class Decoder {
  private readonly made: unknown[] = [];
  private readonly port: (number: number) => object;

  /** `port`: creates a port that has moved to this thread. */
  constructor(port: (number: number) => object) {
    this.port = port;
  }

  decode(tree: Tree): unknown {
    if (typeof tree !== 'object' || tree === null) return tree;
    const [tag, first] = tree;
    if (tag === 'undefined') return undefined;
    if (tag === 'number') return Number(first);
    if (tag === 'bigint') return BigInt(first as string);
    if (tag === 'ref') return this.made[first as number];
    // Objects are numbered in the order of traversal: before their parts.
    const number = this.made.push(undefined) - 1;
    const keep = <T>(value: T): T => {
      this.made[number] = value;
      return value;
    };
    return this.decodeObject(tree, keep);
  }

  private decodeObject(node: Node, keep: <T>(value: T) => T): unknown {
    const [tag, first] = node;
    switch (tag) {
      case 'object':
        return this.fill(keep({}), node, 1);
      case 'array':
        return this.fill(keep(new Array<unknown>(first as number)), node, 2);
      case 'list':
        return this.each(keep<unknown[]>([]), node, (list, value) => list.push(value));
      case 'set':
        return this.each(keep(new Set()), node, (set, value) => set.add(value));
      case 'map':
        return this.decodeMap(keep(new Map<unknown, unknown>()), node);
      case 'error':
        return this.decodeError(node, keep);
      case 'view':
        return this.decodeView(node, keep);
      case 'buffer':
        return keep(decodeBuffer(first as string, node[2] as number | null));
      default:
        return keep(this.decodeLeaf(tag as string, node));
    }
  }

  private decodeLeaf(tag: string, [, first, second]: Node): unknown {
    switch (tag) {
      case 'date':
        return new Date(this.decode(first!) as number);
      case 'regexp':
        return new RegExp(first as string, second as string);
      case 'boxed':
        return Object(this.decode(first!));
      case 'shared':
        return theWorld().adopt(
          theWorld().context.identities.objectOf(first as number) as SharedBuffer,
          second as number,
        );
      case 'memory':
        return adoptMemory(theWorld().context.identities.objectOf(first as number) as SharedBuffer, second as number);
      case 'same':
        return theWorld().context.identities.objectOf(first as number);
      case 'port':
        return this.port(first as number);
      default:
        throw new Error(`a message with an unknown part '${tag}'`);
    }
  }

  private fill(target: object, node: Node, start: number): object {
    for (let i = start; i < node.length; i += 2) {
      const value = this.decode(node[i + 1]!);
      Object.defineProperty(target, node[i] as string, { value, writable: true, enumerable: true, configurable: true });
    }
    return target;
  }

  private each<T>(target: T, node: Node, add: (target: T, value: unknown) => void): T {
    for (const tree of node.slice(1)) add(target, this.decode(tree));
    return target;
  }

  private decodeMap(map: Map<unknown, unknown>, node: Node): Map<unknown, unknown> {
    for (let i = 1; i < node.length; i += 2) {
      const key = this.decode(node[i]!);
      map.set(key, this.decode(node[i + 1]!));
    }
    return map;
  }

  private decodeError([, name, message, stack, cause]: Node, keep: <T>(value: T) => T): Error {
    const Type: ErrorConstructor = ERROR_TYPES[name as keyof typeof ERROR_TYPES];
    const error = keep(new Type());
    const define = (key: string, value: unknown): void => {
      Object.defineProperty(error, key, { value, writable: true, enumerable: false, configurable: true });
    };
    define('stack', stack);
    if (message !== null) define('message', message);
    if (cause !== null) define('cause', this.decode((cause as Node)[1]!));
    return error;
  }

  private decodeView([, type, buffer, offset, length]: Node, keep: <T>(value: T) => T): unknown {
    const memory = this.decode(buffer!) as ArrayBuffer;
    const View = VIEW_TYPES[type as keyof typeof VIEW_TYPES] as new (
      memory: ArrayBuffer,
      offset: number,
      length: number,
    ) => ArrayBufferView;
    return keep(new View(memory, offset as number, length as number));
  }
}

function decodeBuffer(content: string, limit: number | null): ArrayBuffer {
  const bytes = nativeBytes.fromText(content);
  const options = limit === null ? [] : [{ maxByteLength: limit }];
  const buffer = Reflect.construct(ArrayBuffer, [bytes.length, ...options]) as ArrayBuffer;
  new Uint8Array(buffer).set(bytes);
  return buffer;
}
