import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const INSTALLED = '/usr/lib/postgresql';
const USER = 'fencepost';

/** The folder that FENCEPOST_POSTGRES names, or that of Debian's PostgreSQL; undefined: it is not installed. */
const bin = [
  ...(process.env['FENCEPOST_POSTGRES'] === undefined ? [] : [process.env['FENCEPOST_POSTGRES']]),
  ...(existsSync(INSTALLED) ? readdirSync(INSTALLED).map((version) => join(INSTALLED, version, 'bin')) : []),
].find((folder) => existsSync(join(folder, 'initdb')));

export const hasPostgres = bin !== undefined;

/** PostgreSQL does not run as root. */
function unprivileged(): { uid: number; gid: number } | object {
  if (process.getuid!() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A PostgreSQL of our own, on a socket in a temporary folder. */
export class Server {
  readonly folder: string;
  private readonly as = unprivileged();
  private process: ChildProcess | undefined;

  /** `within`: where its folder is to be. */
  constructor(within = tmpdir()) {
    this.folder = mkdtempSync(join(within, 'fencepost-postgres-'));
    if ('uid' in this.as) chownSync(this.folder, this.as.uid, this.as.gid);
    const flags = ['-D', this.data, '-A', 'trust', '-U', USER, '-E', 'UTF8', '--locale', 'C'];
    execFileSync(join(bin!, 'initdb'), flags, { ...this.as, stdio: 'ignore', cwd: this.folder });
  }

  get url(): string {
    return `postgres://${USER}@localhost/postgres?host=${this.folder}`;
  }

  get socket(): string {
    return join(this.folder, '.s.PGSQL.5432');
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  async start(): Promise<void> {
    for (;;) {
      const settings = ['-c', 'listen_addresses=', '-c', 'log_min_messages=panic'];
      const child = spawn(join(bin!, 'postgres'), ['-D', this.data, '-k', this.folder, ...settings], {
        ...{ ...this.as, stdio: 'ignore', cwd: this.folder },
      });
      this.process = child;
      while (child.exitCode === null && child.signalCode === null) {
        if (await this.answers()) return;
        await sleep(50);
      }
      // Processes of one that was killed may take a moment to end.
      await sleep(200);
    }
  }

  /** As if the machine had lost its power, but for what the disk has not written. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Asks something, past all that lies between agents and the database. */
  async ask(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Makes a tablespace on a disk of this size. The returned function undoes it. */
  async onSmallDisk(megabytes: number): Promise<() => void> {
    const folder = join(this.folder, 'small');
    mkdirSync(folder);
    const owner = 'uid' in this.as ? `,uid=${this.as.uid},gid=${this.as.gid}` : '';
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m${owner}`, 'tmpfs', folder]);
    await this.ask(`create tablespace small location '${folder}'`);
    await this.ask('alter database postgres set default_tablespace = small');
    return () => execFileSync('umount', ['-l', folder]);
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  private async answers(): Promise<boolean> {
    return this.ask('select 1').then(
      () => true,
      () => false,
    );
  }
}
