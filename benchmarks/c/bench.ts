import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Measurement } from './measure.js';
import { measure, measureOwn } from './measure.js';
import type { BenchProgram } from './programs.js';
import { PROGRAMS } from './programs.js';
import { measureStartUp, startUpRows } from './start-up.js';

/**
 * Executions per second of programs compiled from C, against the same programs as generator functions and against what
 * was measured of others; and how long the whole command takes for a tiny program. Each program in a fresh process.
 */

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    program: { type: 'string', multiple: true, default: PROGRAMS.map(({ name }) => name) },
    'start-up': { type: 'boolean', default: true },
    one: { type: 'boolean', default: false },
    own: { type: 'boolean', default: false },
  },
  allowNegative: true,
});

function named(name: string): BenchProgram {
  const found = PROGRAMS.find((candidate) => candidate.name === name);
  if (found !== undefined) return found;
  throw new Error(`no program ${name}; there are ${PROGRAMS.map((one) => one.name).join(' ')}`);
}

function inFreshProcess<T>({ name }: BenchProgram, what: '--one' | '--own'): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [what, '--program', name]);
    child.on('message', (message) => resolve(message as T));
    child.on('error', reject);
    child.on('exit', (code) => code !== 0 && reject(new Error(`measuring ${name} ended with code ${code ?? '?'}`)));
  });
}

const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')}/s`;

function row({ name, peer, bar }: BenchProgram, found: Measurement): string {
  const peerRate = peer.executions / peer.seconds;
  const times = (found.own ?? found.known) / peerRate;
  // Others count executions that we do not have to explore: then the time for all of them says more.
  const inAll = peer.seconds / (found.executions / found.known);
  return [
    name.padEnd(14),
    found.executions.toLocaleString('en').padStart(8),
    String(found.blocked).padStart(8),
    rate(found.known).padStart(13),
    rate(found.discovering).padStart(13),
    found.states.toLocaleString('en').padStart(7),
    found.runs.toLocaleString('en').padStart(7),
    `${found.perRun.toFixed(1)} µs`.padStart(9),
    rate(found.generators).padStart(13),
    (found.known / found.generators).toFixed(2).padStart(7),
    (found.discovering / found.discoveringGenerators).toFixed(2).padStart(7),
    (found.own === undefined ? '' : rate(found.own)).padStart(13),
    `${times.toFixed(1)}x ${peer.name}`.padStart(15),
    `${times >= bar ? 'meets' : 'misses'} ${bar}x`.padStart(11),
    found.executions === peer.executions ? '' : ` (${inAll.toFixed(0)}x by time)`,
  ].join(' ');
}

/** CPU microseconds of discovery in all programs, divided by this number. */
function average(results: readonly Measurement[], by: 'states' | 'runs'): string {
  const spent = results.reduce((sum, { perRun, runs }) => sum + perRun * runs, 0);
  return (spent / results.reduce((sum, found) => sum + found[by], 0)).toFixed(1);
}

const HEADER = [
  'program',
  'executions',
  'blocked',
  'C, known',
  'C, discover',
  'states',
  'runs',
  'a run',
  'generators',
  'known/g',
  'disc./g',
  "peer's source",
  'against',
  'bar',
];

if (values.one) process.send?.(await measure(named(values.program[0]!)));
else if (values.own) process.send?.((await measureOwn(named(values.program[0]!))) ?? null);
else {
  const results: Measurement[] = [];
  if (!values.json) {
    const widths = [12, 10, 8, 13, 13, 7, 7, 9, 13, 7, 7, 13, 15, 11];
    console.log(HEADER.map((title, i) => (i === 0 ? title.padEnd(12) : title.padStart(widths[i]!))).join(' '));
  }
  for (const program of values.program.map(named)) {
    const own = (await inFreshProcess<number | null>(program, '--own')) ?? undefined;
    const result = { ...(await inFreshProcess<Measurement>(program, '--one')), own };
    results.push(result);
    if (!values.json) console.log(row(program, result));
  }
  if (!values.json)
    console.log(`discovery: ${average(results, 'runs')} µs a run, ${average(results, 'states')} µs a state (bar: 2)`);
  const startUp = values['start-up'] ? measureStartUp() : [];
  if (values.json) console.log(JSON.stringify({ programs: results, startUp }, undefined, 2));
  else for (const line of startUpRows(startUp)) console.log(line);
}
