import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { clusterError } from './errors.js';

/** Minimum Node version, required by pg-boss. */
const LEAST_NODE = [22, 12] as const;

export interface Drivers {
  readonly Client: typeof pg.Client;
}

/** Loads the package that only a cluster needs. */
export async function loadDrivers(): Promise<Drivers> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
    throw clusterError(
      `a cluster needs Node ${LEAST_NODE.join('.')} or newer, this is ${process.versions.node}`,
      'npx --package node@24 --package fencepost fencepost cluster … runs it with another Node',
    );
  }
  const { default: driver } = await installed(() => import('pg'), 'pg');
  return { Client: driver.Client };
}

/** Loads the package that creates the tables of queues and keeps them up to date. */
export async function loadQueue(): Promise<typeof PgBoss> {
  return (await installed(() => import('pg-boss'), 'pg-boss')).PgBoss;
}

async function installed<T>(load: () => Promise<T>, name: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw clusterError(`a cluster needs the package ${name}`, 'npm install pg pg-boss');
  }
}
