import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ACTOR } from './actor.js';
import type { TimedProgram } from './program.js';
import { postsOf } from './program.js';

/** Runs programs on real threads. The duration of `work` and the start times are random. */
const RUNNER = `
import { MessageChannel, Worker, isMainThread, parentPort } from 'node:worker_threads';
import { createInterface } from 'node:readline';
import { act } from './actor.mjs';
const spin = (ms) => { const until = performance.now() + ms; while (performance.now() < until); };
const work = () => spin(Math.random() < 0.5 ? 0 : Math.random() * 7);
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  let answer;
  worker.on('message', (value) => answer(value));
  const next = () => new Promise((resolve) => { answer = resolve; });
  const ready = next();
  await ready;
  for await (const line of createInterface({ input: process.stdin })) {
    const { program, posts, runs } = JSON.parse(line);
    const found = new Set();
    for (let i = 0; i < runs; i++) {
      const { port1, port2 } = new MessageChannel();
      const view = new Int32Array(new SharedArrayBuffer(4));
      const other = next();
      worker.postMessage({ program, posts, view, port: port2 }, [port2]);
      spin(Math.random() * 2);
      // Not within a microtask, where other ones come before ticks.
      const main = await new Promise((done) => setImmediate(() => done(act(program.main, program.onMain, view, port1, posts.other, work))));
      found.add(JSON.stringify([main, await other]));
      await new Promise((done) => setImmediate(done));
    }
    console.log(JSON.stringify([...found]));
  }
  await worker.terminate();
} else {
  parentPort.on('message', async ({ program, posts, view, port }) => {
    parentPort.postMessage(await act(program.other, program.onOther, view, port, posts.main, work));
  });
  parentPort.postMessage('ready');
}
`;

/** A process of Node that runs programs. */
export class NativeRunner {
  private readonly child;
  private readonly lines;

  constructor(folder: string) {
    writeFileSync(join(folder, 'actor.mjs'), ACTOR);
    writeFileSync(join(folder, 'runner.mjs'), RUNNER);
    this.child = spawn(process.execPath, [join(folder, 'runner.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** Returns the distinct results of several runs. */
  async results(program: TimedProgram, runs: number): Promise<readonly string[]> {
    const posts = { main: postsOf(program.main), other: postsOf(program.other) };
    this.child.stdin.write(`${JSON.stringify({ program, posts, runs })}\n`);
    const line: IteratorResult<string, unknown> = await this.lines.next();
    if (line.done === true) throw new Error('the process that runs programs has ended');
    return JSON.parse(line.value) as readonly string[];
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.stdin.end();
    await ended;
  }
}
