import { readFileSync } from 'node:fs';
import type { Trace } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { describe, expect, it } from 'vitest';
import type { CTest } from '../src/index.js';
import { litmusProgram, parseScript } from '../src/index.js';
import { collectionFolder, isAbsent } from '@fencepost/testing/litmus-references';

const FOLDER = collectionFolder('js');

/** A script as a program; nothing of it is observed. */
function statesOf(name: string, text: string): LocalStates {
  const { program } = parseScript(text, name);
  return new LocalStates(
    litmusProgram({ dialect: 'C', name, program, variables: [], observed: [] } as unknown as CTest),
  );
}

/** By whom each read was written: what the reference results count for JavaScript. */
function readsFrom({ events }: Trace): string {
  const name = (i: number): string => `${events[i]!.thread}.${events[i]!.position}`;
  return events
    .map(({ source }, i) => (source === undefined ? '' : `${name(i)}<${source < 0 ? '' : name(source)}`))
    .join();
}

describe.skipIf(isAbsent(FOLDER))('the explorer on the JavaScript collection', () => {
  const rows = isAbsent(FOLDER)
    ? []
    : readFileSync(`${FOLDER}/expected.tsv`, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => line.split('\t'));

  it.each(['sc', 'arm64'])('has the reads-from relations of the references under %s', (model) => {
    const column = model === 'sc' ? 3 : 5;
    const found = rows.map(([name, text]) => {
      const relations = new Set<string>();
      const { blocked } = exploreGraphs(statesOf(name!, text!), {
        model,
        onExecution: (execution) => relations.add(readsFrom(execution.trace())),
      });
      expect(blocked).toBe(0);
      return `${name!} ${relations.size}`;
    });
    expect(found).toHaveLength(425);
    expect(found).toEqual(rows.map((row) => `${row[0]!} ${row[column]!}`));
  });

  it('finds the races in the executions under SC alone', () => {
    const found = rows.map(([name, text]) => {
      return `${name!} ${exploreGraphs(statesOf(name!, text!), { model: 'sc', races: true }).racy > 0 ? 'race' : '-'}`;
    });
    expect(found).toEqual(rows.map((row) => `${row[0]!} ${row[6]!}`));
  });
});
