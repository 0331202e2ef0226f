import { workerData } from 'node:worker_threads';

// One thread of a stress run. Everything it shares with the other one comes in the job; see layout.ts.
const job = /** @type {import('./layout.js').StressJob} */ (workerData);
const { me, batches, batchLength, stride, cells, results, registers, finals, valueBits, histogram, sync } = job;

const MEET_SPINS = 20_000;
/** How long a thread waits for the other at each round. If that one does not run at the moment, it need not. */
const START_SPINS = 100;
const MOST_SKEW = 15;

// eslint-disable-next-line @typescript-eslint/no-implied-eval -- the lines of the litmus test, as run.ts writes them
const lines = new Function('view', 'x', 'y', 'results', 'round', job.body);
const runLines = /** @type {import('./layout.js').Lines} */ (lines);

const BARRIER = 0;
const mine = stride * (1 + me);
const theirs = stride * (2 - me);
let expected = 0;
let random = 0x1e3779b9 + me;

/** Both threads have come here; they sleep if it takes long, since a machine may have a single core. */
function meet() {
  expected += 2;
  Atomics.add(sync, BARRIER, 1);
  Atomics.notify(sync, BARRIER);
  for (let spins = 0; spins < MEET_SPINS; spins++) if (Atomics.load(sync, BARRIER) >= expected) return;
  for (;;) {
    const arrived = Atomics.load(sync, BARRIER);
    if (arrived >= expected) return;
    Atomics.wait(sync, BARRIER, arrived);
  }
}

/**
 * Starts a round together with the other thread, give or take a few nanoseconds at random.
 *
 * @param {number} round
 */
function start(round) {
  Atomics.store(sync, mine, round);
  for (let spins = 0; spins < START_SPINS && Atomics.load(sync, theirs) < round; spins++);
  random ^= random << 13;
  random ^= random >>> 17;
  random ^= random << 5;
  for (let skew = random & MOST_SKEW; skew > 0; skew--) Atomics.load(sync, mine);
}

/** @param {number} firstRound */
function runBatch(firstRound) {
  for (let i = 0; i < batchLength; i++) {
    const x = 2 * i * stride;
    start(firstRound + i);
    runLines(cells, x, x + stride, results, i);
  }
}

function countOutcomes() {
  for (let i = 0; i < batchLength; i++) {
    let outcome = 0;
    let shift = 0;
    for (let register = 0; register < registers; register++, shift += valueBits) {
      outcome |= Atomics.load(results, register * batchLength + i) << shift;
    }
    for (const cell of finals) {
      outcome |= Atomics.load(cells, (2 * i + cell) * stride) << shift;
      shift += valueBits;
    }
    Atomics.add(histogram, outcome, 1);
  }
}

/** Who clears a cell has it in its cache. In a quarter of the rounds each: x, y, both or none. */
function clearCells() {
  for (let i = 0; i < batchLength; i++) {
    if ((i & 1) === me) cells[2 * i * stride] = 0;
    if (((i >> 1) & 1) === me) cells[(2 * i + 1) * stride] = 0;
  }
}

for (let batch = 0; batch < batches; batch++) {
  meet();
  runBatch(1 + batch * batchLength);
  meet();
  if (me === 0) countOutcomes();
  meet();
  clearCells();
}
