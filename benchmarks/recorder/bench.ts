// What recording costs: a program with and without it, CPU time of the program alone, best of several runs.
// Usage: npm run bench -- recorder [THOUSANDS]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decompress } from '@fencepost/recorder';
import { openRecording } from '@fencepost/recording';
import { REPOSITORY } from '../repository.js';

const RUNS = 3;
const [size = '100'] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-bench-'));
const command = path.join(REPOSITORY, 'packages/fencepost/bin/fencepost.js');
const source = path.join(REPOSITORY, 'benchmarks/recorder/work.c');
const plain = path.join(folder, 'plain');
const hooked = path.join(folder, 'hooked');
const file = path.join(folder, 'run.fpr');

execFileSync('cc', ['-O2', '-g', source, '-o', plain, '-pthread']);
spawnSync(process.execPath, [command, 'record', '--', 'cc', '-O2', source, '-o', hooked, '-pthread']);

/** User and system time of a program, as the shell measures it. */
function seconds(program: string, before: readonly string[] = []): number {
  const times = path.join(folder, 'times');
  const script = `TIMEFORMAT='%U %S'; { time ${program} ${size} > /dev/null; } 2> ${times}`;
  const [first, ...rest] = [...before, 'bash', '-c', script];
  execFileSync(first, rest, { stdio: 'ignore' });
  const [user = 0, system = 0] = readFileSync(times, 'utf8').trim().split(' ').map(Number);
  return user + system;
}

const best = (measure: () => number): number => Math.min(...Array.from({ length: RUNS }, measure));
const record = [process.execPath, command, 'record', '-o', file, '--'];
const without = best(() => seconds(plain));
const recorded = best(() => seconds(hooked, record));

const started = process.cpuUsage();
const bytes = readFileSync(file);
const nothing = (): void => undefined;
const { operations } = openRecording({ open: () => [bytes], decompress }).feed({
  ...{ load: nothing, store: nothing, update: nothing, swap: nothing, failedSwap: nothing },
  ...{ fence: nothing, spawn: nothing, join: nothing, free: nothing, outside: nothing },
});
const { user, system } = process.cpuUsage(started);
console.log(
  `${operations.toLocaleString('en')} operations, ${(statSync(file).size / operations).toFixed(2)} bytes each`,
);
console.log(
  `program: ${without.toFixed(3)} s, recorded ${recorded.toFixed(3)} s: ${(recorded / without).toFixed(1)} times`,
);
console.log(`runtime: ${((recorded / operations) * 1e9).toFixed(0)} ns per operation`);
console.log(`reader:  ${(((user + system) / operations) * 1e3).toFixed(0)} ns per operation`);
