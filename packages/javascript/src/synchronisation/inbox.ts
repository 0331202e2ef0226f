import type { Transition } from '@fencepost/core';
import { InternedStates } from '@fencepost/core';
import { current, theWorld } from '../world/running/current.js';
import type { LoopEvent } from '../world/time/loop-event.js';
import { separation } from '../world/context/lanes.js';
import { guard } from '../world/running/guard.js';
import { throwSoon } from '../world/running/thrown-later.js';
import type { Entry } from './next-entries.js';
import { lanePosition } from './lane-positions.js';
import { endsWorker, nextEntries } from './next-entries.js';
import { plainStep } from './object-steps.js';
import { self } from './self.js';

export { initialInboxes } from './object-steps.js';
export { self } from './self.js';
export type { Entry } from './next-entries.js';

/** An inbox, first entry first. */
export const inboxes = new InternedStates<readonly Entry[]>([]);

/** The receiver of messages for a port in this world. */
export interface Receiver {
  /** `isBurst`: with all that is left of a worker that has ended. */
  deliver(message: number, isBurst?: boolean): void;
  /** Whether this port keeps the event loop alive. */
  listening(): boolean;
  /** Whether it receives messages while something else keeps the event loop alive. */
  isAttentive?(): boolean;
}

/** An event of the thread itself. `port`: number of a port of this thread that has a message. */
interface OwnEvent {
  readonly run: () => void;
  readonly port?: number | undefined;
}

/** The state of a world's inbox. */
interface Reception {
  readonly receivers: Map<string, Receiver>;
  readonly wakes: Map<string, () => void>;
  /** Entries that arrived before their receiver was registered. */
  readonly early: Entry[];
  /** Events that the thread has created for itself. */
  readonly own: OwnEvent[];
  /** The port that had the last event, and the task of that event. */
  last: { readonly port: number; readonly task: number };
  /** Number of the thread's readings when it last checked for messages. */
  readings: number;
  /** Whether it is acceptable that no message ever arrives. */
  mayIdle: boolean;
  /** Whether it is also acceptable that pending waits are never woken. */
  mayAbandon: boolean;
}

const RECEPTIONS = Symbol('reception of messages');

/**
 * Returns the reception of the running thread. After the end all threads are run again in one world, each with its own.
 */
function reception(): Reception {
  const world = theWorld();
  const all = world.slot(RECEPTIONS, () => {
    world.loop.source = {
      listening: () => reception().own.length > 0 || isOpen(reception()),
      mayHear: () => canBeTerminated() || isAttentive(reception()),
      take: (mayGoOn) => nextEvent(reception(), mayGoOn),
    };
    return new Map<number, Reception>();
  });
  const known = all.get(self());
  if (known !== undefined) return known;
  const made: Reception = {
    receivers: new Map(),
    wakes: new Map(),
    early: [],
    own: [],
    last: { port: 0, task: -1 },
    readings: 0,
    mayIdle: false,
    mayAbandon: false,
  };
  all.set(self(), made);
  return made;
}

/** Returns whether anything from other threads can be received. Set-up code runs alone. */
function isOpen({ receivers, wakes }: Reception): boolean {
  if (current.run === undefined) return false;
  if (wakes.size > 0) return true;
  for (const receiver of receivers.values()) if (receiver.listening()) return true;
  return false;
}

/** Whether anything can be received while something else keeps the loop alive. */
function isAttentive({ receivers }: Reception): boolean {
  if (current.run === undefined) return false;
  for (const receiver of receivers.values()) if (receiver.isAttentive?.() === true) return true;
  return false;
}

/** Whether the running thread is a worker that is terminated in some execution. */
export function canBeTerminated(): boolean {
  const { run, world } = current;
  return run !== undefined && world?.context.terminated.has(run.thread) === true;
}

/**
 * Returns the next event. The time at which a message is posted decides whether it comes before an event of the thread
 * itself.
 */
function nextEvent(here: Reception, mayGoOn: boolean): LoopEvent | undefined {
  const hears = isOpen(here) || canBeTerminated() || isAttentive(here);
  if (hears && (mayGoOn || !hasOnlyOwnMessages(here))) {
    const readings = current.run?.readings ?? 0;
    // If the thread has read nothing since its last check, it could also have checked before this entry arrived.
    const isSure = readings !== here.readings;
    here.readings = readings;
    const entries = take(mayGoOn || here.own.length > 0, isIdle());
    if (entries.length > 0) {
      noteOrder(here, entries[0]!);
      return { run: () => dispatchAll(here, entries), isSure };
    }
  }
  const next = takeOwn(here);
  return next && { run: next.run, isSure: true, isOwnMessage: next.port !== undefined };
}

/**
 * Whether all that this thread can hear are messages of one port, and some of these are known to have arrived. Then it takes
 * the next of them in any case, however many more have arrived, so it need not look.
 */
function hasOnlyOwnMessages({ own, receivers, wakes }: Reception): boolean {
  const port = own[0]?.port;
  if (port === undefined || receivers.size > 1 || wakes.size > 0 || canBeTerminated()) return false;
  return separation.isOn && receivers.has(`port ${port}`) && own.every((event) => event.port === port);
}

const isOfChannel = (port: string): boolean => port.startsWith('port ') || port.startsWith('broadcast ');

/** Notes that Node may reorder messages from other threads for different ports of one thread. */
function noteOrder({ receivers }: Reception, entry: Entry): void {
  if (!('port' in entry) || !isOfChannel(entry.port)) return;
  let listening = 0;
  for (const [port, receiver] of receivers) if (isOfChannel(port) && receiver.listening()) listening++;
  if (listening > 1)
    theWorld().context.notes.add(
      'messages for several ports of one thread come in the order in which they are posted, though Node may deliver those of one port first',
    );
}

/** Returns the thread's next own event. Node polls its ports in order of creation, round by round. */
function takeOwn(here: Reception): OwnEvent | undefined {
  const first = here.own[0];
  if (first?.port === undefined) return here.own.shift();
  const { loop } = theWorld();
  const from = here.last.task === loop.tasks ? here.last.port : 0;
  let next: number | undefined;
  let again = first.port;
  for (const { port } of here.own) {
    if (port === undefined) continue;
    again = Math.min(again, port);
    if (port >= from) next = Math.min(next ?? port, port);
  }
  const port = next ?? again;
  here.last = { port, task: loop.tasks + 1 };
  return here.own.splice(
    here.own.findIndex((event) => event.port === port),
    1,
  )[0];
}

/** No microtasks run in between. */
function dispatchAll(here: Reception, entries: readonly Entry[]): void {
  const last = entries.length - 1;
  for (const [index, entry] of entries.entries()) {
    try {
      dispatch(here, entry, last > 0);
    } catch (error) {
      guard(error);
      if (index === last) throw error;
      throwSoon(error);
    }
  }
}

function dispatch(here: Reception, entry: Entry, isBurst = false): void {
  if ('wake' in entry) {
    const job = here.wakes.get(entry.wake);
    here.wakes.delete(entry.wake);
    if (job === undefined) here.early.push(entry);
    else job();
    return;
  }
  const receiver = here.receivers.get(entry.port);
  if (receiver === undefined) here.early.push(entry);
  else receiver.deliver(entry.message, isBurst);
}

function takeEarly(here: Reception, wanted: (entry: Entry) => boolean): readonly Entry[] {
  const found = here.early.filter(wanted);
  if (found.length > 0) here.early.splice(0, Infinity, ...here.early.filter((entry) => !wanted(entry)));
  return found;
}

const isThere = (inbox: readonly Entry[]): boolean => inbox.length > 0;
const removeNext = (inbox: readonly Entry[]): readonly Entry[] => {
  const left = [...inbox];
  for (const entry of nextEntries(inbox)) left.splice(left.indexOf(entry), 1);
  return left;
};
const nothing = (): readonly Entry[] => [];
const awaitOne = inboxes.step('wait for a message', removeNext, isThere, nextEntries);
const awaitIdly: Transition = {
  ...inboxes.step('wait for a message (idle)', removeNext, isThere, nextEntries),
  idle: true,
};
const look = inboxes.step('look for a message', removeNext, undefined, nextEntries);

function inboxOf(thread: number): number {
  return theWorld().context.place('inbox', thread);
}

const queueOf = (thread: number): string => `inbox ${thread}`;

/** Whether each message for the thread has a place of its own. Termination replaces all messages at once. */
function isLane(thread: number): boolean {
  const { lanes, terminated } = theWorld().context;
  return lanes.isLane(queueOf(thread)) && !terminated.has(thread);
}

function take(mayGoOn: boolean, mayIdle: boolean): readonly Entry[] {
  const transition = mayGoOn ? look : mayIdle ? awaitIdly : awaitOne;
  const me = self();
  if (!isLane(me)) return nextEntries(inboxes.decode(plainStep(inboxOf(me), transition)));
  const position = lanePosition(queueOf(me));
  const entries = inboxes.decode(plainStep(theWorld().context.place('inbox', me, position.taken), transition));
  position.taken += entries.length;
  return entries;
}

/** Returns the place for the next entry of the running thread in the inbox of another. */
function placeFor(thread: number, entry: Entry): number {
  const { context } = theWorld();
  const queue = queueOf(thread);
  if (current.run === undefined) context.lanes.mixed.add(queue);
  if (!isLane(thread)) return inboxOf(thread);
  // What a worker has sent before its end is taken together with that.
  if (endsWorker(entry)) context.lanes.mix(queue);
  context.lanes.send(queue, self());
  return context.place('inbox', thread, lanePosition(queue).sent++);
}

/** Takes the first message for this port, out of order. */
export function takeFor(port: string): number | undefined {
  theWorld().context.lanes.mix(queueOf(self()));
  const isWanted = (entry: Entry): boolean => 'port' in entry && entry.port === port;
  const without = (inbox: readonly Entry[]): readonly Entry[] => inbox.toSpliced(inbox.findIndex(isWanted), 1);
  const transition = inboxes.step(
    `receiveMessageOnPort (${port})`,
    (inbox) => (inbox.some(isWanted) ? without(inbox) : inbox),
    undefined,
    (inbox) => inbox.filter(isWanted).slice(0, 1),
  );
  const entry = inboxes.decode(plainStep(inboxOf(self()), transition)).find(isWanted);
  return entry !== undefined && 'port' in entry ? entry.message : undefined;
}

/** Puts an entry into the inbox of a thread, which may not have started yet. */
export function post(thread: number, entry: Entry, as = 'postMessage'): void {
  const add = (inbox: readonly Entry[]): readonly Entry[] => [...inbox, entry];
  const transition = inboxes.step(`${as} (${JSON.stringify(entry)})`, add, undefined, nothing);
  plainStep(placeFor(thread, entry), transition);
}

/** Replaces all pending entries of the thread. */
export function postInstead(thread: number, entry: Entry, as: string): void {
  plainStep(
    inboxOf(thread),
    inboxes.step(`${as} (${JSON.stringify(entry)})`, () => [entry], undefined, nothing),
  );
}

const peek = inboxes.step('check for termination', (inbox) => inbox);

/** Reads the inbox of this thread without taking anything. */
export function peekInbox(): readonly Entry[] {
  return inboxes.decode(plainStep(inboxOf(self()), peek));
}

/** Makes the event loop of a thread run the job registered for this token. */
export function postWake(thread: number, token: string): void {
  post(thread, { wake: token }, 'wake an event loop');
}

/** Registers a job to run once when the token arrives; the event loop waits for that. */
export function onWake(token: string, job: () => void): void {
  const here = reception();
  const isEarly = takeEarly(here, (entry) => 'wake' in entry && entry.wake === token).length > 0;
  if (isEarly) here.own.push({ run: job });
  else here.wakes.set(token, job);
}

/** Stops waiting for the token. */
export function offWake(token: string): void {
  reception().wakes.delete(token);
}

/** Delivers messages for this port to the receiver from now on. */
export function receive(port: string, receiver: Receiver): void {
  const here = reception();
  here.receivers.set(port, receiver);
  for (const entry of takeEarly(here, (each) => 'port' in each && each.port === port)) dispatch(here, entry);
}

/** Keeps messages for this port pending from now on. */
export function stopReceiving(port: string): void {
  reception().receivers.delete(port);
}

/** Adds an event of the thread itself: a task of its event loop. `port`: a port that may have a message. */
export function enqueueEvent(run: () => void, port?: number): void {
  reception().own.push({ run, port });
}

/** Returns whether the thread has nothing to do except for events and timers. */
export function isIdle(): boolean {
  const { mayIdle, mayAbandon, wakes } = reception();
  return mayIdle && (mayAbandon || wakes.size === 0);
}

/**
 * Marks the thread as done: it may now wait for messages that are never posted. `mayAbandon`: it has waited for
 * everything it needs, so promises of `Atomics.waitAsync` may stay pending.
 */
export function mayIdle(mayAbandon = false): void {
  Object.assign(reception(), { mayIdle: true, mayAbandon });
}
