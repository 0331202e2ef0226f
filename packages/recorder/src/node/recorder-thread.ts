import { workerData } from 'node:worker_threads';
import type { RecorderData } from '@fencepost/javascript/recorded';
import {
  BEFORE, CLOSED, CLOSING, FLUSHES, FLUSHES_ASKED, HEAD, PHASE, RECORDING, TAIL, THREADS,
} from '@fencepost/javascript/recorded'; // prettier-ignore
import { END, EVENTS, EventEncoder, HEADER, PLACES, REGIONS, SEGMENT, SITES } from '@fencepost/recording';
import { RUNTIME_VERSION } from '../runtime-version.js';
import { Listener } from './listener.js';
import { readStep } from './read-step.js';
import { Stream } from './stream.js';

// The additional thread of a recorded process: encodes the steps of the other threads, and sends them to the command.

/** Bytes of events per block. */
const BLOCK = 1 << 20;
/** Steps to read before their space in the ring is released. */
const BATCH = 4096;
/** Sleep time when idle, in milliseconds. */
const REST = 5;
/** Maximum age of unsent steps, in milliseconds: a process that is killed loses no more than that. */
const MOST_KEPT = 100;

async function record({ words, socket, program }: RecorderData): Promise<void> {
  const stream = new Stream(socket);
  const listener = new Listener(words);
  const encoder = new EventEncoder();
  // If only the last part is kept.
  const segment = Number(process.env['FENCEPOST_RECORD_SEGMENT'] ?? 0);
  let segmentEnd = segment;
  const flush = async (): Promise<void> => {
    const known = encoder.places.length;
    const { definitions, events } = encoder.take();
    listener.listen();
    const places = encoder.places.slice(placesSent).map((where) => listener.placeOf(where));
    const regions = listener.takeRegions();
    placesSent = known;
    if (definitions.length > 0) await stream.send(SITES, definitions);
    if (places.length > 0) await stream.json(PLACES, places);
    if (regions.length > 0) await stream.json(REGIONS, regions);
    if (events.length > 0) await stream.send(EVENTS, events);
    if (segment > 0 && encoder.operations >= segmentEnd) {
      segmentEnd = encoder.operations + segment;
      await stream.send(SEGMENT, encoder.beginSegment());
    }
    flushed = performance.now();
  };
  let placesSent = 0;
  let flushed = 0;
  const greeting = Buffer.alloc(8);
  greeting.writeUInt32LE(RUNTIME_VERSION);
  await stream.send(HEADER, Buffer.concat([greeting, Buffer.from(program)]));
  Atomics.compareExchange(words, PHASE, BEFORE, RECORDING);
  Atomics.notify(words, PHASE);
  for (;;) {
    const isClosing = Atomics.load(words, PHASE) === CLOSING;
    const asked = Atomics.load(words, FLUSHES_ASKED);
    const tail = words[TAIL]!;
    const steps = Math.min((Atomics.load(words, HEAD) - tail) | 0, BATCH);
    // After `HEAD` was read: messages to which a step refers were sent before the step was written.
    listener.listen();
    for (let i = 0; i < steps; i++) {
      const step = readStep(words, tail + i);
      step.where = listener.firstOf(step.where);
      encoder.event(step);
    }
    Atomics.store(words, TAIL, (tail + steps) | 0);
    Atomics.notify(words, TAIL);
    if (asked !== words[FLUSHES] && steps < BATCH) {
      await flush();
      Atomics.store(words, FLUSHES, asked);
      Atomics.notify(words, FLUSHES);
    } else if (encoder.bytes > (steps === 0 || performance.now() - flushed > MOST_KEPT ? 0 : BLOCK)) await flush();
    else if (steps === 0 && isClosing) break;
    else if (steps === 0) Atomics.wait(words, HEAD, tail, REST);
  }
  await flush();
  const { operations, unseen } = encoder;
  if (unseen > 0) listener.notes.add(noteOf(unseen));
  const threads = Atomics.load(words, THREADS);
  await stream.json(END, { reason: 'exit', operations, threads, notes: [...listener.notes] });
  await stream.end();
  listener.close();
}

function noteOf(unseen: number): string {
  const values = unseen === 1 ? 'a value that was' : `${unseen} values that were`;
  return `threads found ${values} written by code that is not recorded: WebAssembly, native code, or code in strings`;
}

const data = workerData as RecorderData;
try {
  await record(data);
} finally {
  Atomics.store(data.words, PHASE, CLOSED);
  Atomics.notify(data.words, PHASE);
}
