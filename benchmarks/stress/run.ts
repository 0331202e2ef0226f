import { Worker } from 'node:worker_threads';
import { BATCH, HISTOGRAM_LENGTH, STRIDE, VALUE_BITS } from './layout.js';
import type { StressJob } from './layout.js';
import type { Line, Litmus } from './litmus.js';
import { CELLS, registersOf, showOutcome } from './litmus.js';

/** Outcomes that were seen, with how often. */
export type Histogram = ReadonlyMap<string, number>;

/** Runs a test in two real workers; `rounds` is rounded up to whole batches. */
export async function stress(litmus: Litmus, rounds: number): Promise<Histogram> {
  const registers = registersOf(litmus).length;
  const shared = {
    batches: Math.ceil(rounds / BATCH),
    batchLength: BATCH,
    stride: STRIDE,
    cells: sharedWords(BATCH * CELLS.length * STRIDE),
    results: sharedWords(registers * BATCH),
    registers,
    finals: litmus.finals.map((cell) => CELLS.indexOf(cell)),
    valueBits: VALUE_BITS,
    histogram: sharedWords(HISTOGRAM_LENGTH),
    sync: sharedWords(3 * STRIDE),
  };
  await Promise.all([0, 1].map((me) => finished({ ...shared, me, body: bodyOf(litmus, me) })));
  return readHistogram(litmus, shared.histogram);
}

function sharedWords(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * length));
}

function finished(workerData: StressJob): Promise<void> {
  const worker = new Worker(new URL('worker.js', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', resolve);
  });
}

/** The lines as a user would write them. What they load is kept at the end, so that nothing comes between them. */
export function bodyOf(litmus: Litmus, thread: number): string {
  const first = registersOf(litmus).findIndex((register) => register.thread === thread);
  let register = first;
  const lines = litmus.threads[thread]!.map((line) =>
    line.kind === 'load' ? `const r${register++} = ${textOf(line)};` : `${textOf(line)};`,
  );
  for (let r = first; r < register; r++) lines.push(`results[${r * BATCH} + round] = r${r};`);
  return lines.join('\n');
}

function textOf(line: Line): string {
  const { cell, atomic } = line;
  if (line.kind === 'load') return atomic ? `Atomics.load(view, ${cell})` : `view[${cell}]`;
  return atomic ? `Atomics.store(view, ${cell}, ${line.value})` : `view[${cell}] = ${line.value}`;
}

function readHistogram(litmus: Litmus, counts: Int32Array): Histogram {
  const length = registersOf(litmus).length + litmus.finals.length;
  const valueMask = (1 << VALUE_BITS) - 1;
  const histogram = new Map<string, number>();
  counts.forEach((count, number) => {
    if (count === 0) return;
    const values = Array.from({ length }, (_, i) => (number >> (i * VALUE_BITS)) & valueMask);
    histogram.set(showOutcome(litmus, values), count);
  });
  return histogram;
}
