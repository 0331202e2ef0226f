import type { Program } from '@fencepost/core';
import {
  clhLock,
  fibonacci,
  increments,
  indexer,
  lastZero,
  msQueue,
  readers,
  storeBuffering,
  ticketLock,
  treiberStack,
} from './generators.js';

/** A program in both forms, and what others need for it under TSO. */
export interface BenchProgram {
  readonly name: string;
  /** In corpus/peers. */
  readonly file: string;
  readonly flags: readonly string[];
  readonly generators: () => Program;
  /** The source on which the peer was measured, where it is at hand (FENCEPOST_PEERS names its folder). */
  readonly own: { readonly file: string; readonly flags: readonly string[] } | undefined;
  /** The best of the rates that were measured of GenMC 0.11 and Nidhugg 0.4, on this program or a smaller one. */
  readonly peer: { readonly name: string; readonly executions: number; readonly seconds: number };
  /** How many times the peer's rate we hold ourselves to. */
  readonly bar: number;
}

const genmc = (executions: number, seconds: number) => ({ name: 'GenMC', executions, seconds });
const nidhugg = (executions: number, seconds: number) => ({ name: 'Nidhugg', executions, seconds });

export const PROGRAMS: readonly BenchProgram[] = [
  { name: 'sb(13)', file: 'sb.c', flags: ['-DN=13'], generators: () => storeBuffering(13), own: { file: 'genmc/sb.c', flags: ['-DMO=1', '-DN=13'] }, peer: genmc(8192, 0.41), bar: 10 },
  { name: 'readers(16)', file: 'readers.c', flags: ['-DN=16'], generators: () => readers(16), own: { file: 'genmc/readers.c', flags: ['-DMO=1', '-DN=16'] }, peer: genmc(65_536, 0.69), bar: 10 },
  { name: 'lastzero(12)', file: 'lastzero.c', flags: ['-DN=12'], generators: () => lastZero(12), own: { file: 'genmc/lastzero.c', flags: ['-DMO=1', '-DN=12'] }, peer: genmc(15_360, 1.11), bar: 10 },
  { name: 'fib(5)', file: 'fib.c', flags: ['-DK=5'], generators: () => fibonacci(5), own: { file: 'genmc/fib.c', flags: ['-DMO=1', '-DN=5'] }, peer: genmc(19_404, 0.93), bar: 10 },
  { name: 'inc(8)', file: 'inc.c', flags: ['-DN=8'], generators: () => increments(8), own: { file: 'genmc/inc.c', flags: ['-DMO=1', '-DN=8'] }, peer: genmc(40_320, 2.08), bar: 5 },
  { name: 'indexer(14)', file: 'indexer.c', flags: ['-DN=14'], generators: () => indexer(14), own: { file: 'genmc/indexer.c', flags: ['-DMO=1', '-DN=14'] }, peer: genmc(512, 0.32), bar: 5 },
  { name: 'msqueue(2,1,2)', file: 'msqueue.c', flags: ['-DP=2', '-DC=1', '-DK=2'], generators: () => msQueue(2, 1, 2), own: { file: 'nidhugg/msqueue.c', flags: ['-DP=2', '-DC=1', '-DK=2'] }, peer: nidhugg(16_476, 7.7), bar: 3 },
  { name: 'ticket(3,2)', file: 'ticket.c', flags: ['-DFENCE', '-DN=3', '-DK=2'], generators: () => ticketLock(3, 2), own: { file: 'nidhugg/ticket.c', flags: ['-DFENCE', '-DN=3', '-DK=2'] }, peer: nidhugg(90, 0.07), bar: 3 },
  { name: 'clh(3,2)', file: 'clh.c', flags: ['-DFENCE', '-DN=3', '-DK=2'], generators: () => clhLock(3, 2), own: { file: 'nidhugg/clh.c', flags: ['-DFENCE', '-DN=3', '-DK=2'] }, peer: nidhugg(90, 0.08), bar: 3 },
  { name: 'treiber(2,3)', file: 'treiber.c', flags: ['-DR=2', '-DW=3'], generators: () => treiberStack(2, 3), own: undefined, peer: genmc(6120, 1.5), bar: 3 },
]; // prettier-ignore
