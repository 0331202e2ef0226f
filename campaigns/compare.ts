import type { Answer } from './machine/answer.js';
import { INVALID } from './machine/step.js';
import type { Program } from './program/ast.js';
import type { Said } from './said.js';

/** Returns the mistakes in Fencepost's answer, given the machine's. `all`: all failures were requested. */
export function differences(machine: Answer, said: Said, all: boolean): string[] {
  const found: string[] = [];
  const possible = new Set([...machine.failures, ...(machine.deadlock ? ['deadlock'] : [])]);
  for (const failure of new Set(said.failures))
    // A livelock, in which threads change memory forever without progress, may also be reported as a deadlock.
    if (!possible.has(failure) && !(failure === 'deadlock' && machine.livelock))
      found.push(`says ${failure}, which cannot happen`);
  // Two threads that free the same memory concurrently are reported in one of the two orders. In the other they
  // continue.
  for (const outcome of machine.failures.has(INVALID) ? [] : said.outcomes)
    if (!machine.outcomes.has(outcome)) found.push(`has the outcome ${outcome}, which cannot be`);
  if (said.verdict === 'safe') {
    for (const failure of possible) found.push(`says safe, and misses ${failure}`);
    if (machine.livelock) found.push('says safe, although it may go on for ever');
    if (said.executions === 0 && !machine.cut) found.push('says safe without an execution that ends');
  }
  if (said.complete && (said.verdict === 'safe' || all)) {
    // If the program may end before a failure or a violated assumption, an execution with that failure also represents
    // the one that ends.
    const mayMiss = machine.endsEarly && (possible.size > 0 || machine.cut);
    for (const outcome of mayMiss ? [] : machine.outcomes) {
      // An execution also need not end before main has done everything that it still can.
      if (outcome !== 'exit' && !said.outcomes.has(outcome)) found.push(`misses the outcome ${outcome}`);
    }
    if (said.verdict === 'failing') {
      for (const failure of possible) if (!said.failures.includes(failure)) found.push(`misses ${failure}`);
    }
  }
  return found;
}

export function robustnessDifferences(robust: boolean | undefined, said: Said): string[] {
  if (robust === undefined || said.robust === null || said.robust === robust) return [];
  return [said.robust ? 'says robust, and is not' : 'says not robust, and is'];
}

/** Checks that each execution is explored once. */
export function countDifferences(executions: number, said: Said): string[] {
  if (!said.complete || said.executions === executions) return [];
  return [`has ${said.executions} executions, not ${executions}`];
}

/** `races`: the cells with a data race. */
export function raceDifferences(races: ReadonlySet<number>, said: Said, all: boolean, program: Program): string[] {
  const told = new Set(said.failures.flatMap((failure) => cellsOf(failure, program)));
  const invented = [...told]
    .filter((cell) => !races.has(cell))
    .map((cell) => `says a data race on ${cell}, and there is none`);
  // Without `all`, the search ends with the first race.
  const missed = all || told.size === 0 ? [...races].filter((cell) => !told.has(cell)) : [];
  return [...invented, ...missed.map((cell) => `misses a data race on ${cell}`)];
}

/** Returns the cells in `data race on c1: load at …`, `data race on c1 and c2: …`, `data race on a[0] to a[3]: …`. */
function cellsOf(failure: string, program: Program): number[] {
  const places = /^data race: data race on (.+?): /.exec(failure)?.[1];
  if (places === undefined) return [];
  const [, array, from, to] = /^(.*)\[(\d+)\] to \1\[(\d+)\]$/.exec(places) ?? [];
  const names =
    array === undefined
      ? places.split(/, | and /)
      : Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${array}[${Number(from) + i}]`);
  return names.map((name) => cellNamed(name, program));
}

/** Returns the cell with this name. `a` is the array; in a DataView, its index counts bytes. */
function cellNamed(name: string, { cells, language }: Program): number {
  const element = /(?:^|_)a\[(\d+)\]$/.exec(name)?.[1];
  if (element === undefined) return Number(/c(\d+)(\[0\])?$/.exec(name)?.[1] ?? -1);
  const first = cells.findIndex(({ place }) => place === 'array');
  const { access, type } = cells[first]!;
  return first + Number(element) / (language === 'javascript' && access === 'plain' ? type.bits / 8 : 1);
}
