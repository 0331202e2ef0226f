import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Downloads a source package of Debian's and unpacks it, once; returns the folder. Needs apt-get and access to Debian's archive. It has package lists of its
 * own: nothing of the system changes.
 */
export function debianSource(name: string, folder: string): string {
  const target = join(folder, name);
  if (existsSync(target)) return target;
  const run = (command: string, args: readonly string[]): void => {
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  for (const each of ['lists/partial', 'archives/partial']) mkdirSync(join(folder, each), { recursive: true });
  const key = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const list = join(folder, 'sources.list');
  writeFileSync(list, `deb-src [signed-by=${key}] http://deb.debian.org/debian ${release()} main\n`);
  const apt = [
    ...['-o', `Dir::Etc::sourcelist=${list}`, '-o', 'Dir::Etc::sourceparts=/dev/null'],
    ...['-o', `Dir::State::lists=${join(folder, 'lists')}`, '-o', `Dir::Cache=${folder}`],
  ];
  run('apt-get', [...apt, 'update']);
  run('apt-get', [...apt, 'source', '--download-only', name]);
  const archive = readdirSync(folder).find((file) => file.startsWith(`${name}_`) && /\.orig\.tar\.\w+$/.test(file));
  if (archive === undefined) throw new Error(`apt-get left no archive of ${name} in ${folder}`);
  const unpacked = join(folder, `${name}.unpacked`);
  mkdirSync(unpacked, { recursive: true });
  run('tar', ['xf', join(folder, archive), '-C', unpacked, '--strip-components=1']);
  renameSync(unpacked, target);
  return target;
}

function release(): string {
  const name = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  if (name === undefined) throw new Error('/etc/os-release names no release of Debian');
  return name;
}
