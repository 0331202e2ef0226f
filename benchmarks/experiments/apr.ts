import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../repository.js';
import { check, shown } from './command.js';
import { debianSource } from './debian-source.js';

// npm run bench -- apr: the Apache Portable Runtime, compiled whole from Debian's source package, with two test programs of ours. Needs Debian's
// apt-get and access to its archive, and what a configure script needs. Package lists of its own: nothing of the system changes.
const HARNESSES = join(REPOSITORY, 'benchmarks', 'experiments', 'apr');
const FOLDER = join(tmpdir(), 'fencepost-apr');

/** Takes the address of `fprintf`, which has no address in a check. Nothing here parses options. */
const LEFT_OUT = ['misc/unix/getopt.c'];

const source = configured();
const files = sourcesOf(source);
const lines = files.reduce((sum, file) => sum + readFileSync(join(source, file), 'utf8').split('\n').length - 1, 0);
console.log(`${files.length} files, ${lines.toLocaleString('en')} lines of C, without headers\n`);
console.log('| Program | SC: seconds (executions) | TSO | PSO | Robust |\n| --- | ---: | ---: | ---: | --- |');
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
function configured(): string {
  const folder = debianSource('apr', FOLDER);
  if (existsSync(join(folder, 'include/private/apr_escape_test_char.h'))) return folder;
  const run = (command: string, args: readonly string[]): void => {
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  run('./configure', []);
  run('make', ['include/private/apr_escape_test_char.h']);
  return folder;
}

/** What its makefile compiles for Unix. */
function sourcesOf(folder: string): string[] {
  const outputs = readFileSync(join(folder, 'build-outputs.mk'), 'utf8');
  const groups = outputs.matchAll(/^OBJECTS_(?:all|\w+_unix) = (.*)$/gm);
  const objects = [...groups].flatMap(([, list]) => list!.split(/\s+/)).filter((name) => name.endsWith('.lo'));
  return [...new Set(objects)].map((name) => name.replace(/\.lo$/, '.c')).filter((name) => !LEFT_OUT.includes(name));
}
