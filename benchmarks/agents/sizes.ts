import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REPOSITORY } from '../repository.js';

// Characters of a report for 30 programs, in three formats. Each has the same findings and fixes.
const root = REPOSITORY;
const bin = path.join(root, 'packages/fencepost/bin/fencepost.js');

const PROGRAMS = ['c', 'cpp', 'typescript', 'patterns', 'litmus', 'programs']
  .flatMap((folder) => readdirSync(path.join(root, 'examples', folder)).map((name) => `examples/${folder}/${name}`))
  .filter((name) => /\.(?:c|cpp|litmus|mjs|check\.ts)$/.test(name))
  .slice(0, 30);

const FORMATS = ['text', 'json', 'agent'] as const;

function sizesOf(program: string): { characters: number[]; lines: number } {
  const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-sizes-'));
  const [json, agent] = [path.join(folder, 'json'), path.join(folder, 'agent')];
  const reports = ['--report', `json=${json}`, '--report', `agent=${agent}`];
  const args = [bin, 'check', program, '--format', 'text', '--max-time', '20s', ...reports];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const texts = [stdout, ...[json, agent].map((file) => readFileSync(file, 'utf8'))];
  rmSync(folder, { recursive: true });
  return { characters: texts.map(({ length }) => length), lines: texts[2]!.trimEnd().split('\n').length };
}

console.log(['program', ...FORMATS, 'lines (agent)'].join('\t'));
const all = PROGRAMS.map((program) => {
  const { characters, lines } = sizesOf(program);
  console.log([program, ...characters, lines].join('\t'));
  return [...characters, lines];
});
const median = (column: number): number =>
  all.map((row) => row[column]!).sort((a, b) => a - b)[Math.floor(all.length / 2)]!;
console.log(['median', ...[0, 1, 2, 3].map(median)].join('\t'));
