import { InternedStates } from '@fencepost/core';
import { types } from '#host/types';
import { Decoder } from './clone-decode.js';
import { Encoder, isDetached } from './clone-encode.js';
import type { Tree } from './clone-tree.js';
import { movableOf } from './port-numbers.js';

/** A value in transit, and the numbers of the ports sent with it. */
interface Message {
  readonly tree: Tree;
  readonly ports: readonly number[];
}

/**
 * Messages with the same content have the same number, whichever thread sends them: the number is part of the inbox's
 * state.
 */
const messages = new InternedStates<Message>({ tree: ['undefined'], ports: [] });

/** The message with the number 0. */
export const NOTHING = 0;

/** Creates received ports. Set by the module of ports at start-up, as that module depends on messages itself. */
const opening: { port: (number: number) => object } = {
  port: () => {
    throw new Error('no message ports are there yet');
  },
};

/** Sets the function that creates a received port in the receiving world. */
export function openPortsWith(open: (number: number) => object): void {
  opening.port = open;
}

/** Converts the second argument of `postMessage`: a list, or an object that contains one. */
export function transferList(given: unknown): readonly object[] {
  if (given === undefined || given === null) return [];
  const list = isIterable(given) ? given : (given as { readonly transfer?: unknown }).transfer;
  if (list === undefined) return [];
  if (!isIterable(list)) throw coded('ERR_INVALID_ARG_TYPE', 'Optional transferList argument must be an iterable');
  return [...list] as readonly object[];
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function coded(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code });
}

/** Returns the number of a message with this content. The objects in `transfer` belong to the receiver from now on. */
export function encodeMessage(value: unknown, transfer: readonly object[] = [], source?: object): number {
  return messages.encode(moved(value, transfer, source));
}

/** Returns the content of a message in the running world, and the ports that came with it. */
export function openMessage(number: number): { readonly data: unknown; readonly ports: readonly object[] } {
  return opened(messages.decode(number));
}

/** Returns the content of a message, without its ports. */
export function decodeMessage(number: number): unknown {
  return openMessage(number).data;
}

/** `structuredClone`, for values that may contain shared memory and modelled ports. */
export function cloneValue(...given: readonly [value?: unknown, options?: { readonly transfer?: unknown }]): unknown {
  if (given.length === 0) throw coded('ERR_MISSING_ARGS', 'The "value" argument must be specified');
  const [value, options] = given;
  return opened(moved(value, transferList(options?.transfer))).data;
}

function moved(value: unknown, transfer: readonly object[], source?: object): Message {
  for (const [i, item] of transfer.entries()) checkTransfer(item, transfer.indexOf(item) < i, source);
  const tree = new Encoder(new Set(transfer)).encode(value);
  const ports: number[] = [];
  for (const item of transfer) {
    const port = movableOf(item);
    if (port === undefined) structuredClone(item, { transfer: [item as ArrayBuffer] });
    else ports.push(port.number);
    port?.leave();
  }
  return { tree, ports };
}

function checkTransfer(item: unknown, isRepeated: boolean, source: object | undefined): void {
  const refuse = (reason: string): never => {
    throw new DOMException(reason, 'DataCloneError');
  };
  const isPort = typeof item === 'object' && item !== null && movableOf(item) !== undefined;
  if (!isPort && !types.isArrayBuffer(item))
    throw coded('ERR_INVALID_TRANSFER_OBJECT', 'Found invalid object in transferList');
  if (isRepeated) refuse(`Transfer list contains duplicate ${isPort ? 'MessagePort' : 'ArrayBuffer'}`);
  if (item === source) refuse('Transfer list contains source port');
  if (types.isArrayBuffer(item) && isDetached(item)) refuse('An ArrayBuffer is detached and could not be cloned.');
}

function opened({ tree, ports }: Message): { readonly data: unknown; readonly ports: readonly object[] } {
  const here = new Map<number, object>();
  const portOf = (number: number): object => {
    const port = here.get(number) ?? opening.port(number);
    here.set(number, port);
    return port;
  };
  const data = new Decoder(portOf).decode(tree);
  return { data, ports: ports.map(portOf) };
}
