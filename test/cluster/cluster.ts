import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@fencepost/core';
import { Commands, digest } from './agents.js';
import type { Server } from '@fencepost/testing/postgres';

/** How often each fault is tried; 0: the quick ones, once. */
export const RUNS = Number(process.env['FENCEPOST_CLUSTER_RUNS'] ?? 0);
/** In milliseconds: the machine may be busy, and a lost job is only found after its lease. */
export const PATIENCE = 400_000;

/** A database, agents, and a seed for what happens to them. */
export class Cluster {
  readonly server: Server;
  readonly commands: Commands;
  readonly random: Random;
  kills = 0;

  constructor(node: string, server: Server, url: string, seed: number) {
    this.server = server;
    this.commands = new Commands(node, url);
    this.random = new Random(seed);
  }

  async status(run: string): Promise<string> {
    const rows = await this.server.ask('select status from fencepost.run where id = $1', [run]).catch(() => []);
    return (rows[0]?.['status'] as string | undefined) ?? 'away';
  }

  /** Waits until the run is like this; `meanwhile` is done again and again. */
  async until(run: string, wanted: string, meanwhile: () => Promise<void> = () => sleep(200)): Promise<void> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const status = await this.status(run);
      if (status === wanted) return;
      if (performance.now() > end || ['error', 'incomplete'].includes(status)) {
        throw new Error(`the run is ${status}\n${this.commands.said.slice(-4000)}`);
      }
      await meanwhile();
    }
  }

  /** Waits a time between these numbers of milliseconds. */
  moment(least: number, most: number): Promise<void> {
    return sleep(least + this.random.next() * (most - least));
  }

  /** Two agents, one of which is killed again and again. */
  killing(kills: number, least: number, most: number): () => Promise<void> {
    const { commands } = this;
    const agents = [commands.agent(), commands.agent()];
    return async () => {
      if (this.kills >= kills) return sleep(200);
      await this.moment(least, most);
      const i = Math.floor(this.random.next() * 2);
      agents[i]!.kill('SIGKILL');
      this.kills++;
      agents[i] = commands.agent();
    };
  }

  async report(run: string): Promise<string> {
    const { out, err } = await this.commands.run(['cluster', 'report', run, '--format', 'json']);
    if (!out.startsWith('{')) throw new Error(out + err);
    return digest(out);
  }
}
