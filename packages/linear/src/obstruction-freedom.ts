import type { Operation, Program, ThreadBody, ThreadRun, ThreadSource } from '@fencepost/core';
import { SPAWN, STUCK, load, store } from '@fencepost/core';

/** First address of the stop flags of the threads. Beyond all addresses of front ends. */
const STOPS = 2 ** 50;

/**
 * Returns the program in which each thread that makes calls may stop forever, in the middle of any call, when an added
 * thread requests it. A thread that then waits forever waits for one that has stopped, so the structure is not
 * obstruction-free (Herlihy, Luchangco and Moir, ICDCS 2003): from any reachable state, a thread that runs alone ends
 * its call.
 */
export function stoppable(program: Program, names: readonly string[]): Program {
  const stopsOf = (address: number): string | undefined => names[address - STOPS];
  const own = {
    threads: () => [...program.threads.map(withStops), ...names.map((name, i) => stopper(name, STOPS + i))],
    initialValue: () => (address: number, size: number) =>
      stopsOf(address) === undefined ? program.initialValue(address, size) : 0,
    nameOf: () => (address: number) => {
      const name = stopsOf(address);
      return name === undefined ? program.nameOf(address) : `stop of ${name}`;
    },
    isUpkeep: () => (address: number) => stopsOf(address) === undefined && program.isUpkeep?.(address) === true,
    isInput: () => (address: number) => stopsOf(address) !== undefined || program.isInput?.(address) === true,
    showValue: () =>
      program.showValue &&
      ((...[word, address, size, site]: Parameters<NonNullable<Program['showValue']>>) =>
        stopsOf(address) === undefined ? program.showValue!(word, address, size, site) : String(word)),
    blocks: () => program.blocks && { ...program.blocks, has: (a: number) => stopsOf(a) === undefined && program.blocks!.has(a) }, // prettier-ignore
  };
  /** Threads are identified by their names, because some are started by others. */
  function withStops(source: ThreadSource): ThreadSource {
    return { ...source, body: stops(source.name, source.body) };
  }
  function stops(name: string, body: ThreadBody): ThreadBody {
    const at = names.indexOf(name);
    return () => new StoppableRun(body(), at < 0 ? undefined : STOPS + at, stops);
  }
  const added = Object.entries(own).map(([key, get]) => [key, { get, enumerable: true }]);
  // Not a copy: properties may change as the front end learns.
  return Object.create(program, Object.fromEntries(added) as PropertyDescriptorMap) as Program;
}

/**
 * Sets the stop flag, and clears it. A thread that reads the first value stops; one that reads the second continues. A
 * thread that repeats a loop would read the same value again.
 */
function stopper(name: string, place: number): ThreadSource {
  return {
    name: `stop of ${name}`,
    *body() {
      yield store(place, 1);
      yield { ...store(place, 0), role: 'upkeep' };
    },
  };
}

/** A thread that reads its stop flag before each operation of a call except the first. */
class StoppableRun implements ThreadRun {
  private call = 0;
  /** The next operation, if the stop flag is read before it. */
  private upcoming: IteratorResult<Operation, unknown> | undefined;
  /** By operation of the thread itself: whether the stop flag was read before it. */
  private readonly asked: boolean[] = [];

  /** `place` is the address of the stop flag; undefined if the thread never stops. */
  constructor(
    private readonly run: ThreadRun,
    private readonly place: number | undefined,
    private readonly started: (name: string, body: ThreadBody) => ThreadBody,
  ) {}

  next(result: number): IteratorResult<Operation, unknown> {
    const { upcoming } = this;
    if (upcoming !== undefined) {
      this.upcoming = undefined;
      return result === 0 ? upcoming : { done: true, value: undefined };
    }
    const step = this.run.next(result);
    if (step.done === true) return step;
    const operation = this.adapted(step.value);
    const asks = this.place !== undefined && operation.call > 0 && operation.call === this.call && operation.kind !== STUCK; // prettier-ignore
    this.call = operation.call;
    this.asked.push(asks);
    const own = { done: false as const, value: operation };
    if (!asks) return own;
    this.upcoming = own;
    return { done: false, value: { ...load(this.place, 'relaxed', operation.site), role: 'upkeep' } };
  }

  takePrinted(): string {
    return this.run.takePrinted?.() ?? '';
  }

  /** Adapts an operation: started threads may stop, too, and a loop has additional operations for the stop flag. */
  private adapted(operation: Operation): Operation {
    const { kind, body, name, value } = operation;
    if (kind === SPAWN) return { ...operation, body: this.started(name, body!) };
    if (kind !== STUCK) return operation;
    const questions = this.asked.slice(1 - value).filter((each) => each).length;
    return { ...operation, value: value + (value > 1 ? questions : 0) };
  }
}
