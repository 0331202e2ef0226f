import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../end-to-end/run.js';
import { REPOSITORY } from '../repository.js';

// What those pay who do not use the server: the packed package alone, with the SDK beside it, and with the code of the
// commands for agents deleted. The least of many runs, in turns; the files that each command loads; the installed sizes.
const ROUNDS = 25;
const TEST = path.join(REPOSITORY, 'examples/litmus/SB.litmus');
const COMMANDS = [['--version'], ['check', TEST, '--model', 'sc', '-q', '--no-config'], ['mcp']] as const;
const AGENTS = /^(?:serve|claim-command|review-command)-/;

const folder = mkdtempSync(path.join(tmpdir(), 'fencepost-start-up-'));
const tarball = execFileSync(process.execPath, [path.join(REPOSITORY, 'tools/scripts/pack.js'), folder], {
  encoding: 'utf8',
}).trim();

function project(name: string, packages: readonly string[]): string {
  const own = path.join(folder, name);
  mkdirSync(own);
  writeFileSync(path.join(own, 'package.json'), '{ "private": true }');
  const options = ['install', '--no-audit', '--no-fund', '--silent', '--prefer-offline'];
  execFileSync('npm', [...options, tarball, ...packages], { cwd: own, stdio: 'ignore' });
  return own;
}

const projects = {
  alone: project('alone', []),
  'with the SDK': project('sdk', ['@modelcontextprotocol/sdk']),
  'without the code': project('less', []),
};
const bundles = path.join(projects['without the code'], 'node_modules/fencepost/dist/bundle');
const removed = readdirSync(bundles).filter((name) => AGENTS.test(name));
const bytes = removed.reduce((sum, name) => sum + statSync(path.join(bundles, name)).size, 0);
for (const name of removed) rmSync(path.join(bundles, name));
console.log(`deleted: ${removed.join(', ')} (${bytes} bytes)`);

const bin = (own: string): string => path.join(own, 'node_modules/fencepost/bin/fencepost.js');

/** Files loaded as modules, and how many of them are of the SDK or of the deleted ones. */
async function loaded(own: string, args: readonly string[]): Promise<string> {
  const file = path.join(folder, 'loaded');
  writeFileSync(file, '');
  const hook = path.join(REPOSITORY, 'test/fixtures/loaded-files.mjs');
  await run(['--import', hook, bin(own), ...args], { LOADED_FILES: file });
  const files = readFileSync(file, 'utf8')
    .split('\n')
    .filter((name) => name.startsWith('file:'));
  const ours = files.filter((name) => name.includes('/node_modules/fencepost/'));
  const forAgents = ours.filter((name) => AGENTS.test(path.basename(name)));
  return `${ours.length} own files, ${forAgents.length} of them for agents; ${files.length - ours.length} others`;
}

const names = Object.keys(projects) as (keyof typeof projects)[];
for (const args of COMMANDS) {
  const measured = args[0] === 'mcp' ? (['with the SDK'] as const) : names;
  const least = new Map(measured.map((name) => [name, { cpu: Infinity, seconds: Infinity }]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of measured) {
      const { cpu, seconds } = await run([bin(projects[name]), ...args], {});
      const before = least.get(name)!;
      least.set(name, { cpu: Math.min(cpu, before.cpu), seconds: Math.min(seconds, before.seconds) });
    }
  }
  for (const name of measured) {
    const { cpu, seconds } = least.get(name)!;
    const times = [`${(1000 * seconds).toFixed(0)} ms`, `${(1000 * cpu).toFixed(0)} ms CPU`];
    console.log([args[0], name, ...times, await loaded(projects[name], args)].join('\t'));
  }
}
for (const name of names.slice(0, 2)) {
  const own = path.join(projects[name], 'node_modules');
  const entries = readdirSync(own, { recursive: true, encoding: 'utf8' });
  const size = entries.map((each) => statSync(path.join(own, each))).reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0); // prettier-ignore
  const { packages } = JSON.parse(readFileSync(path.join(projects[name], 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optional?: boolean }>;
  };
  const installed = Object.keys(packages).filter((each) => each !== '' && entries.includes(`${each.replace('node_modules/', '')}/package.json`)); // prettier-ignore
  console.log([name, `${installed.length} packages`, `${(size / 2 ** 20).toFixed(1)} MB`].join('\t'));
}
rmSync(folder, { recursive: true });
