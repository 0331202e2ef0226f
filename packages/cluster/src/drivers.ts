import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { clusterError } from './errors.js';

/** What pg-boss needs. */
const LEAST_NODE = [22, 12] as const;

export interface Drivers {
  readonly Client: typeof pg.Client;
  readonly PgBoss: typeof PgBoss;
}

/** The two packages that only a cluster needs. */
export async function loadDrivers(): Promise<Drivers> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
    throw clusterError(
      `a cluster needs Node ${LEAST_NODE.join('.')} or newer, this is ${process.versions.node}`,
      'npx --package node@24 --package fencepost fencepost cluster … runs it with another Node',
    );
  }
  try {
    const [{ default: driver }, boss] = await Promise.all([import('pg'), import('pg-boss')]);
    return { Client: driver.Client, PgBoss: boss.PgBoss };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw clusterError('a cluster needs the packages pg and pg-boss', 'npm install pg pg-boss');
  }
}
