import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showProgress } from '@fencepost/testing/commands';
import { recorded } from '../cases.js';
import { BESIDE } from '../published.js';
import type { Results } from '../results.js';
import type { Case, TruthSet } from '../set.js';
import { besideOf } from './beside.js';
import type { TheirRow } from './run-genmc.js';
import { runGenmc } from './run-genmc.js';

/**
 * Runs the binary that GENMC names on the tests that have a result of ours, and publishes both numbers. Its results are
 * lines of JSON in OUT/SET-beside.jsonl; tests that are there are not run again.
 */
export function runBeside(set: TruthSet, cases: readonly Case[], results: Results, out: string, seconds: number): void {
  const { GENMC: binary } = process.env;
  if (binary === undefined) throw new Error('set GENMC to its binary');
  const file = join(out, `${set.name}-beside.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const known = new Map(lines.map((line) => JSON.parse(line) as TheirRow).map((row) => [row.id, row]));
  const asked = cases.filter((each) => each.theirs !== undefined);
  asked.forEach((each, i) => {
    if (known.has(each.id) || results.get(each.id) === undefined) return;
    const row = runGenmc(binary, each, seconds)!;
    known.set(row.id, row);
    appendFileSync(file, `${JSON.stringify(row)}\n`);
    showProgress(`${i + 1} of ${asked.length}`);
  });
  showProgress('');
  const { partOf = () => '' } = set;
  const parts = [...new Set(asked.map(({ id }) => partOf(id)))].sort();
  const compared = parts.map((part) => {
    const own = asked.filter(({ id }) => partOf(id) === part);
    const theirs = own.flatMap(({ id }) => known.get(id) ?? []);
    return besideOf(part, own.length, recorded(own, results), theirs);
  });
  writeFileSync(BESIDE, `${JSON.stringify(compared, undefined, 2)}\n`);
  for (const { part, both, more } of compared) console.log(`${part}: ${both} tests, ${more.length} with more blocked`);
}
