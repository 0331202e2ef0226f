import assert from 'node:assert';
import type { CheckBuilder } from 'fencepost';

/** Two tasks that increment a row of a service, each in a lock. */
export function increments(t: CheckBuilder, locked: (body: () => Promise<void>) => Promise<unknown>): void {
  let row = 0;
  const rows = t.outside({ get: () => row, put: (value: number): void => void (row = value) });
  for (const name of ['A', 'B']) t.task(name, async () => locked(async () => rows.put((await rows.get()) + 1)));
  t.after(() => assert.equal(row, 2));
}

/** Calls a function between two others, also if it throws. */
export async function between(
  acquire: () => Promise<unknown>,
  body: () => Promise<void>,
  release: () => void,
): Promise<void> {
  await acquire();
  try {
    await body();
  } finally {
    release();
  }
}
