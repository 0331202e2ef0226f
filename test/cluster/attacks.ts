import pg from 'pg';
import { expect } from 'vitest';
import { newerNode } from './agents.js';
import { Cluster } from './cluster.js';
import { Server } from '@fencepost/testing/postgres';

// What users with one of the roles try with SQL of their own. Whatever it is, others go on, and runs that they have no job of stay as they are.

export const DENIED = '42501';
export const BAD = '22023';
export const HUGE = 2_147_483_647;
export const GOOD = ['examples/litmus/SB.litmus', '--model', 'sc'];
/** An agent that takes longer, in milliseconds, is stuck. */
const LONG = 40_000;

const USERS = { alice: 'submit', eve: 'submit', honest: 'work', mallory: 'work', trudy: 'read', reader: 'read' };

interface Job {
  readonly id: string;
  readonly attempt: number;
}

/** A cluster with honest users, and with `eve`, `mallory` and `trudy`. */
export class Attacks {
  server!: Server;
  owner!: Cluster;
  alice!: Cluster;
  honest!: Cluster;
  reader!: Cluster;
  build!: string;
  private readonly clients = new Map<string, pg.Client>();
  private open: pg.Client[] = [];

  async begin(): Promise<void> {
    const node = await newerNode();
    this.server = new Server();
    await this.server.start();
    const of = (user: string): Cluster => new Cluster(node, this.server, this.urlOf(user), 1);
    [this.owner, this.alice, this.honest, this.reader] = [of('fencepost'), of('alice'), of('honest'), of('reader')];
    expect((await this.owner.commands.run(['cluster', 'init', '--roles'])).err).toBe('');
    for (const [user, role] of Object.entries(USERS)) {
      await this.server.ask(`create role ${user} login in role fencepost_${role}`);
    }
    await this.submit();
    const [row] = await this.server.ask('select build from fencepost.run');
    this.build = row!['build'] as string;
    await this.afterEach();
  }

  async afterEach(): Promise<void> {
    for (const client of this.open) await client.end();
    this.open = [];
    await this.server.ask("update fencepost.run set status = 'stopped' where status = 'running'");
  }

  async end(): Promise<void> {
    await this.honest.commands.killAll();
    for (const client of this.clients.values()) await client.end();
    await this.server.stop();
  }

  /** A connection of its own, until the end of the test. */
  async connected(user: string): Promise<pg.Client> {
    const client = await this.connect(user);
    this.open.push(client);
    return client;
  }

  /** What the database answers to a user: rows, or the code of an error. */
  async ask(user: string, text: string, values: unknown[] = []): Promise<unknown> {
    const client = this.clients.get(user) ?? (await this.connect(user));
    this.clients.set(user, client);
    return client.query<object>(text, values).then(
      ({ rows }) => rows,
      (error: unknown) => (error as pg.DatabaseError).code,
    );
  }

  submit(): Promise<string> {
    return this.alice.commands.submit(...GOOD);
  }

  async stop(run: string): Promise<void> {
    await this.server.ask("update fencepost.run set status = 'stopped' where id = $1", [run]);
  }

  /** A job of the run that the hostile agent has. */
  async taken(run: string, user = 'mallory'): Promise<Job> {
    const text = 'select job as id, attempt from fencepost.take($1, $2, null, 1)';
    const [job] = (await this.ask(user, text, [run, this.build])) as Job[];
    return job!;
  }

  async released(run: string, user = 'mallory'): Promise<Job> {
    const job = await this.taken(run, user);
    const text = 'select fencepost.release($1, $2, null, array[$3::uuid], array[$4::int]) as id';
    expect(await this.ask(user, text, [run, this.build, job.id, job.attempt])).toEqual([{ id: job.id }]);
    return job;
  }

  /** What a run is, whatever others do. */
  async stateOf(run: string): Promise<unknown> {
    const of = (table: string): Promise<unknown> =>
      this.server.ask(`select * from fencepost.${table} t where run = $1 order by t::text`, [run]);
    return [
      await this.server.ask('select * from fencepost.run where id = $1', [run]),
      ...(await Promise.all(['program', 'search', 'frontier', 'result', 'finding'].map(of))),
      await this.server.ask('select * from fencepost_jobs.job where name = $1 order by id', [`run-${run}`]),
    ];
  }

  /** A run that is over: an honest agent has done it, and the hostile one has had a job of it. */
  async over(): Promise<string> {
    const run = await this.alice.commands.submit('examples/litmus/SB.litmus', '--model', 'tso');
    await this.work();
    expect(await this.honest.status(run)).toBe('done');
    await this.server.ask("update fencepost.frontier set holder = 'mallory' where run = $1", [run]);
    return run;
  }

  /** An honest agent does what there is to do. Its exit code. */
  async work(): Promise<number | null> {
    const agent = this.honest.commands.agent({ args: ['--jobs', '1', '--until-idle'] });
    const patience = setTimeout(() => agent.kill('SIGKILL'), LONG);
    const code = await new Promise<number | null>((resolve) => agent.once('exit', resolve));
    clearTimeout(patience);
    return code;
  }

  private urlOf(user: string): string {
    return this.server.url.replace('fencepost@', `${user}@`);
  }

  private async connect(user: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.urlOf(user) });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}
