import type { HistorySpecification, ObservedCall, Value } from '@fencepost/linear';
import { NEVER, showName, valueOf } from '@fencepost/linear';
import { FencepostError, documentation } from '@fencepost/core';
import { InexactNumber, parseExactly } from './exact-json.js';
import { linesIn } from './lines.js';

/** A history that was read from a file. */
export interface ReadHistory {
  readonly calls: readonly ObservedCall[];
  /** By the number of a call: the process, the name of the operation, and the line. */
  readonly asked: readonly AskedCall[];
  readonly processes: number;
}

interface AskedCall {
  readonly process: Value;
  readonly name: string;
  readonly line: number;
}

/** A line of a history. */
interface Line {
  readonly process?: unknown;
  readonly type?: unknown;
  readonly f?: unknown;
  readonly key?: unknown;
  readonly value?: unknown;
  readonly result?: unknown;
  readonly begin?: unknown;
  readonly end?: unknown;
}

/** Nanoseconds since 1970 exceed what doubles can hold. Comparisons of both types are exact. */
type Time = number | bigint;

interface OpenCall extends AskedCall {
  readonly operation: string;
  readonly given: readonly Value[];
  readonly begin: Time;
  result: Value | undefined;
  end: Time;
}

/** Reads a history: a line of JSON for each call, or for each event of a call in the order of time. */
export function readHistory(path: string, specification: HistorySpecification): ReadHistory {
  const reader = new HistoryReader(path, specification);
  for (const { text, line } of linesIn(path)) reader.read(text, line);
  return reader.history();
}

class HistoryReader {
  private readonly path: string;
  private readonly specification: HistorySpecification;
  private readonly operations = new Map<string, string>();
  private readonly calls: OpenCall[] = [];
  private readonly inProgress = new Map<Value, OpenCall>();
  private readonly processes = new Set<Value>();
  /** Whether the lines are events, in the order of time, or calls with their times. */
  private areEvents: boolean | undefined;

  constructor(path: string, specification: HistorySpecification) {
    this.path = path;
    this.specification = specification;
    for (const [operation, names] of Object.entries(specification.names)) {
      for (const name of names) this.operations.set(name, operation);
    }
  }

  read(text: string, line: number): void {
    const given = this.parsed(text, line);
    const isEvent = given.type !== undefined;
    if (this.areEvents !== undefined && isEvent !== this.areEvents) {
      throw this.bad(line, 'some lines are events, with a "type", and others are whole calls');
    }
    this.areEvents = isEvent;
    const process = valueOf(given.process ?? 0);
    this.processes.add(process);
    if (isEvent) this.event(given, process, line);
    else this.wholeCall(given, process, line);
  }

  history(): ReadHistory {
    // A program that crashed before it wrote its calls must not pass.
    if (this.areEvents === undefined) throw this.bad(1, 'the history is empty');
    const isTold = this.areEvents;
    const ends = this.calls.filter(({ end }) => end !== NEVER);
    // A call that begins at the very time at which another one ends is concurrent with it.
    const moments = [
      ...this.calls.map((call) => ({ at: call.begin, call, isEnd: false })),
      ...ends.map((call) => ({ at: call.end, call, isEnd: true })),
    ].toSorted((a, b) => compare(a.at, b.at) || Number(a.isEnd) - Number(b.isEnd));
    const positions = new Map<OpenCall, { begin: number; end: number }>();
    for (const [position, { call, isEnd }] of moments.entries()) {
      if (isEnd) positions.get(call)!.end = position;
      else positions.set(call, { begin: position, end: NEVER });
    }
    const calls = this.calls.map((call, index) => {
      const { process, operation, given } = call;
      return { process, operation, given, result: this.resultOf(call, isTold), ...positions.get(call)!, index };
    });
    return { calls, asked: this.calls, processes: this.processes.size };
  }

  private wholeCall(given: Line, process: Value, line: number): void {
    const { begin, end } = given;
    if (!isNumber(begin)) throw this.bad(line, 'a call needs "begin", a number');
    if (end !== undefined && end !== null && !isNumber(end)) throw this.bad(line, '"end" is no number');
    if (isNumber(end) && end < begin) throw this.bad(line, 'the call ends before it begins');
    const call = this.begun(given, process, line, begin);
    call.end = end ?? NEVER;
    const hasKey = !this.specification.isKeyed || given.key !== undefined;
    const returned = given.result === undefined && this.isRead(call.operation) && hasKey ? given.value : given.result;
    if (returned !== undefined) call.result = valueOf(returned);
    this.calls.push(call);
  }

  private event(given: Line, process: Value, line: number): void {
    const open = this.inProgress.get(process);
    if (given.type === 'invoke') {
      if (open !== undefined) {
        throw this.bad(line, `process ${showName(process)} already has a call in progress, of line ${open.line}`);
      }
      this.inProgress.set(process, this.begun(given, process, line, line));
      return;
    }
    if (given.type !== 'ok' && given.type !== 'fail' && given.type !== 'info') {
      throw this.bad(line, '"type" is none of "invoke", "ok", "fail", "info"');
    }
    // Jepsen's nemesis and others report what belongs to no call.
    if (open === undefined && given.type === 'info') return;
    if (open === undefined) throw this.bad(line, `process ${showName(process)} has no call in progress`);
    const name = typeof given.f === 'string' ? given.f : open.name;
    if (name !== open.name && this.operations.get(name) !== open.operation) {
      const call = `its call of line ${open.line} is '${open.name}'`;
      throw this.bad(line, `process ${showName(process)} ends '${name}', but ${call}`);
    }
    this.inProgress.delete(process);
    // A call that failed has had no effect, and one that is left open may have one at any time.
    if (given.type === 'fail') return;
    this.calls.push(open);
    if (given.type === 'info') return;
    open.end = line;
    const returned = given.result === undefined && this.returnsValue(open) ? given.value : given.result;
    if (returned !== undefined) open.result = valueOf(returned);
  }

  private begun(given: Line, process: Value, line: number, begin: Time): OpenCall {
    const { f, key, value } = given;
    if (typeof f !== 'string') throw this.bad(line, 'a call needs "f", the name of the operation');
    const operation = this.operations.get(f);
    if (operation === undefined) {
      const known = [...this.operations.keys()].join(', ');
      throw this.bad(line, `the specification has no operation '${f}'`, `it has ${known}`);
    }
    // An array that is put is one element.
    const values: unknown[] = Array.isArray(value) && operation !== 'put' ? value : [value];
    const keys = this.specification.isKeyed ? 1 : 0;
    const words = [key, ...values].filter((each) => each !== undefined);
    if (operation === 'add' && words.length > keys && !isNumber(words[keys])) {
      throw this.bad(line, `'${f}' adds ${JSON.stringify(words[keys])}, which is no number`);
    }
    const own = (this.isRead(operation) ? words.slice(0, keys) : words).map((each) => valueOf(each));
    return { process, name: f, line, operation, given: own, begin, end: NEVER, result: undefined };
  }

  /** Whether an operation returns something and takes no argument but a key. */
  private isRead(operation: string): boolean {
    return this.specification.returning.includes(operation) && operation !== 'exchange';
  }

  private returnsValue({ operation }: OpenCall): boolean {
    return this.specification.returning.includes(operation);
  }

  /** A call that returned nothing: a read or a take found nothing; a compare-and-swap of events that is ok succeeded. */
  private resultOf({ result, end, operation, line }: OpenCall, isEvent: boolean): Value | undefined {
    if (end === NEVER) return undefined;
    if (operation === 'put' && typeof result === 'number') {
      throw this.bad(
        line,
        `was the element put? The result is the number ${result}`,
        'a put returns true, false or nothing; in C, FENCEPOST_END((bool)result)',
      );
    }
    if (result === undefined && this.specification.returning.includes(operation)) return null;
    if (operation === 'compare and swap') return result === undefined ? (isEvent ? true : undefined) : isTrue(result);
    return this.specification.returnsWhether.includes(operation) && typeof result === 'number'
      ? isTrue(result)
      : result;
  }

  private parsed(text: string, line: number): Line {
    try {
      const value = parseExactly(text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    } catch (error) {
      if (error instanceof InexactNumber)
        throw this.bad(
          line,
          `the number ${error.message} has too many digits to be compared exactly`,
          'write an integer, which can have any length, or a text',
        );
      // Other errors are told below.
    }
    throw this.bad(line, 'the line is not an object in JSON');
  }

  private bad(
    line: number,
    message: string,
    hint = `${documentation('use/history')} describes the form of histories`,
  ): FencepostError {
    return new FencepostError('BAD_HISTORY', message, { site: { file: this.path, line }, hint });
  }
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function compare(a: Time, b: Time): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

function isTrue(value: Value): boolean {
  return value === true || (typeof value === 'number' && value !== 0);
}
