import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../repository.js';
import { check, shown } from './command.js';

// npm run experiments:apr: the Apache Portable Runtime, compiled whole from Debian's source package, with two test programs of ours. Needs Debian's
// apt-get and access to its archive, and what a configure script needs. Package lists of its own: nothing of the system changes.
const HARNESSES = join(REPOSITORY, 'benchmarks', 'experiments', 'apr');
const FOLDER = join(tmpdir(), 'fencepost-apr');

/** Takes the address of `fprintf`, which has no address in a check. Nothing here parses options. */
const LEFT_OUT = ['misc/unix/getopt.c'];

const source = existsSync(join(FOLDER, 'apr')) ? join(FOLDER, 'apr') : fetch();
const files = sourcesOf(source);
const lines = files.reduce((sum, file) => sum + readFileSync(join(source, file), 'utf8').split('\n').length - 1, 0);
console.log(`${files.length} files, ${lines.toLocaleString('en')} lines of C, without headers\n`);
console.log('| program | SC: s (executions) | TSO | PSO | robust |\n| --- | ---: | ---: | ---: | --- |');
const flags = ['-Iinclude', '-Iinclude/arch/unix', '-Iinclude/private', '-DHAVE_CONFIG_H', '-D_GNU_SOURCE', '-w'];
for (const [name, ...own] of [['threads.c'], ['condition.c'], ['condition.c', '-DBUG']] as const) {
  const checks = await check(join(HARNESSES, name), {
    // clang 22 makes an intrinsic function of modf, which is of no use here.
    ...{ flags: [...files, ...flags, '-fno-builtin-modf', ...own], cwd: source, mostSeconds: 120 },
  });
  const robust = checks.map((each) => (each.robust === null ? '?' : each.robust ? 'yes' : 'no')).join(', ');
  console.log(`| ${[[name, ...own].join(' '), ...checks.map(shown), robust].join(' | ')} |`);
}

/** Downloads, unpacks and configures it. */
function fetch(): string {
  const run = (command: string, args: readonly string[], cwd = FOLDER): void => {
    execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  for (const folder of ['lists/partial', 'archives/partial']) mkdirSync(join(FOLDER, folder), { recursive: true });
  const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(
    join(FOLDER, 'sources.list'),
    `deb-src [signed-by=${key}] http://deb.debian.org/debian ${release()} main\n`,
  );
  const apt = [
    ...['-o', `Dir::Etc::sourcelist=${join(FOLDER, 'sources.list')}`, '-o', 'Dir::Etc::sourceparts=/dev/null'],
    ...['-o', `Dir::State::lists=${join(FOLDER, 'lists')}`, '-o', `Dir::Cache=${FOLDER}`],
  ];
  run('apt-get', [...apt, 'update']);
  run('apt-get', [...apt, 'source', '--download-only', 'apr']);
  const archive = readdirSync(FOLDER).find((name) => /^apr_.*\.orig\.tar\.\w+$/.test(name));
  if (archive === undefined) throw new Error(`apt-get left no archive of apr in ${FOLDER}`);
  mkdirSync(join(FOLDER, 'unpacked'), { recursive: true });
  run('tar', ['xf', join(FOLDER, archive), '-C', 'unpacked', '--strip-components=1']);
  run('./configure', [], join(FOLDER, 'unpacked'));
  run('make', ['include/private/apr_escape_test_char.h'], join(FOLDER, 'unpacked'));
  run('mv', ['unpacked', 'apr']);
  return join(FOLDER, 'apr');
}

function release(): string {
  const name = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  if (name === undefined) throw new Error('/etc/os-release names no release of Debian');
  return name;
}

/** What its makefile compiles for Unix. */
function sourcesOf(folder: string): string[] {
  const outputs = readFileSync(join(folder, 'build-outputs.mk'), 'utf8');
  const groups = outputs.matchAll(/^OBJECTS_(?:all|\w+_unix) = (.*)$/gm);
  const objects = [...groups].flatMap(([, list]) => list!.split(/\s+/)).filter((name) => name.endsWith('.lo'));
  return [...new Set(objects)].map((name) => name.replace(/\.lo$/, '.c')).filter((name) => !LEFT_OUT.includes(name));
}
