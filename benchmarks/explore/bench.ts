import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ModelName } from '@fencepost/core';
import type { Measurement } from './measure.js';
import { measure } from './measure.js';
import { PEER_COUNTS } from '@fencepost/testing';

/**
 * Executions per second of the graph explorer on the peers' programs, each program and model in a fresh process
 * (explorers of one process share type feedback, which slows all of them down).
 */

/** What we hold ourselves to under TSO on one quiet core, in executions per second. */
const BARS: ReadonlyMap<string, number> = new Map([
  ['sb(13)', 400_000],
  ['readers(16)', 1_500_000],
  ['inc(8)', 150_000],
  ['lastzero(12)', 300_000],
  ['fib(5)', 400_000],
  ['indexer(14)', 15_000],
]);
const MODELS: readonly ModelName[] = ['sc', 'tso', 'pso'];

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    program: { type: 'string', multiple: true, default: [...BARS.keys()] },
    model: { type: 'string', multiple: true, default: [...MODELS] },
    one: { type: 'boolean', default: false },
  },
});

function peerNamed(name: string): (typeof PEER_COUNTS)[number] {
  const peer = PEER_COUNTS.find((candidate) => candidate.name === name);
  if (peer !== undefined) return peer;
  throw new Error(`no program ${name}; there are ${PEER_COUNTS.map((candidate) => candidate.name).join(' ')}`);
}

function modelNamed(name: string): ModelName {
  const model = MODELS.find((candidate) => candidate === name);
  if (model !== undefined) return model;
  throw new Error(`no model ${name}; there are ${MODELS.join(' ')}`);
}

function inFreshProcess(program: string, model: ModelName): Promise<Measurement> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ['--one', '--program', program, '--model', model]);
    child.on('message', (message) => resolve(message as Measurement));
    child.on('error', reject);
    child.on('exit', (code) => code !== 0 && reject(new Error(`measuring ${program} ended with code ${code ?? '?'}`)));
  });
}

function row({ program, model, executions, blocked, perSecond, bareRatio }: Measurement): string {
  const bar = model === 'tso' ? BARS.get(program) : undefined;
  const cells = [
    `\`${program}\``,
    model,
    executions.toLocaleString('en'),
    blocked,
    `${Math.round(perSecond).toLocaleString('en')}/s`,
    `${bareRatio.toFixed(2)}x`,
    bar === undefined ? '' : (perSecond / bar).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

if (values.one) {
  process.send?.(measure(peerNamed(values.program[0]!), modelNamed(values.model[0]!)));
} else {
  const results: Measurement[] = [];
  if (!values.json) {
    console.log('| Program | Model | Executions | Blocked | Rate | Against bare replay | Against the bar |');
    console.log('| --- | --- | --- | --- | --- | --- | --- |');
  }
  for (const program of values.program.map((name) => peerNamed(name).name)) {
    for (const model of values.model.map(modelNamed)) {
      const result = await inFreshProcess(program, model);
      results.push(result);
      if (!values.json) console.log(row(result));
    }
  }
  if (values.json) console.log(JSON.stringify(results, undefined, 2));
}
