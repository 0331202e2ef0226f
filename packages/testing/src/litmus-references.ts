import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxiomaticModel, AxiomaticProgram } from '@fencepost/axioms';
import {
  AARCH64,
  AARCH64_NO_LB,
  ARM64,
  C11,
  ECMASCRIPT,
  RC11,
  RC11_2017,
  SC,
  consistentExecutions,
  seq,
  toAArch64,
  union,
} from '@fencepost/axioms';
import type { AxiomaticTest } from '@fencepost/litmus';
import {
  axiomaticAnswer,
  enumerateTest,
  parseAxiomatic,
  parseLitmus,
  parseScript,
  parseSizedTest,
} from '@fencepost/litmus';

// Reference results of herd7 and of independent enumerators: `expected.tsv` in a folder with tests of C, of AArch64, or
// with programs of JavaScript. The whole collections are not part of the repository; samples are, in test/litmus-weak.

export type Collection = 'c' | 'aarch64' | 'js';

/** The folder of a whole collection. */
export const collectionFolder = (collection: Collection): string =>
  fileURLToPath(new URL(`../../../../shared/litmus-${collection}`, import.meta.url));

export const isAbsent = (folder: string): boolean => !existsSync(`${folder}/expected.tsv`);

/** Results of a comparison: rows that agree and all rows, by model, and a line for each row that disagrees. */
export interface Comparison {
  readonly agreed: Record<string, string>;
  readonly differences: readonly string[];
}

interface Judge {
  readonly model: AxiomaticModel;
  readonly translate?: (program: AxiomaticProgram) => AxiomaticProgram;
}

const withLdar = (program: AxiomaticProgram): AxiomaticProgram => toAArch64(program, 'acquire');
const withLdapr = (program: AxiomaticProgram): AxiomaticProgram => toAArch64(program, 'acquire_pc');

const C_JUDGES: Record<string, Judge> = {
  rc11: { model: RC11_2017 },
  'rc11-cpp20': { model: RC11 },
  c11: { model: C11 },
  sc: { model: SC },
  aarch64: { model: AARCH64, translate: withLdar },
  'aarch64-rcpc': { model: AARCH64, translate: withLdapr },
  arm64: { model: ARM64, translate: withLdapr },
};

const AARCH64_JUDGES: Record<string, Judge> = {
  aarch64: { model: AARCH64 },
  'aarch64-nolb': { model: AARCH64_NO_LB },
  sc: { model: SC },
};

/**
 * What the rows `sc` of tests with atomic instructions agree with, inferred from them: program order has nothing to say
 * about the two halves of one instruction, so the write half may come before what the read half reads. That is not SC.
 */
const SC_OF_HALVES: AxiomaticModel = {
  name: 'sc of halves',
  splitsAtomics: true,
  enumeration: () => 'all',
  isConsistent: ({ po, rf, co, fr, rmw, ext }) =>
    union(po.minus(rmw), rf, co, fr).isAcyclic() &&
    rmw.intersect(seq(fr.intersect(ext), co.intersect(ext))).isEmpty() &&
    rf.transpose().intersect(rmw).isEmpty(),
};

/** An atomic instruction; exclusives are two instructions. */
const ATOMIC = /\b(SWP|CAS|LDADD|STADD)/;

function judgeOf(test: AxiomaticTest, model: string, text: string): Judge {
  if (test.dialect === 'C') return C_JUDGES[model]!;
  return model === 'sc' && ATOMIC.test(text) ? { model: SC_OF_HALVES } : AARCH64_JUDGES[model]!;
}

function rowsOf(folder: string): string[][] {
  const lines = readFileSync(`${folder}/expected.tsv`, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
}

/** Holds the enumerator against a folder of litmus tests. */
export function compareTests(folder: string): Comparison {
  const tally = new Tally();
  let [current, text, test] = ['', '', undefined as AxiomaticTest | undefined];
  for (const [file, model, witnesses, executions, states, race] of rowsOf(folder)) {
    if (test === undefined || file !== current) {
      current = file!;
      text = readFileSync(`${folder}/${file!}`, 'utf8');
      test = parseAxiomatic(text, file!);
    }
    const { model: judge, translate } = judgeOf(test, model!, text);
    const answer = axiomaticAnswer(test, judge, translate?.(test.program));
    const found = [answer.witnesses, answer.executions, answer.states.join('|'), raceOf(answer.race)].join(' ');
    const expected = [witnesses, executions, states!.split('|').sort().join('|'), race ?? ''].join(' ');
    tally.add(model!, file!, found, expected);
  }
  return tally;
}

function raceOf(race: boolean | undefined): string {
  return race === undefined ? '' : race ? 'race' : '-';
}

/**
 * Holds the enumerator for accesses of several sizes against the one for accesses of one size, on tests of AArch64 that
 * have one size. Both must have the same executions and final states, and as many that are not SC.
 */
export function compareSized(folder: string, models: readonly string[] = ['sc', 'arm64', 'aarch64']): Comparison {
  const tally = new Tally();
  for (const file of new Set(rowsOf(folder).map(([name]) => name!))) {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const whole = parseLitmus(text, file);
    if (whole.dialect !== 'AArch64' || 'sized' in whole) throw new Error(`${file} has accesses of several sizes`);
    const sized = parseSizedTest(text, file);
    for (const model of models) {
      const [found, expected] = [sized, whole].map((test) => JSON.stringify(enumerateTest(test, model)));
      tally.add(model, file, found!, expected!);
    }
  }
  return tally;
}

/** Holds the enumerator against programs of JavaScript; executions are reads-from relations. */
export function compareScripts(folder: string): Comparison {
  const tally = new Tally();
  for (const [name, text, ecmascript, sc, aarch64, arm64, race, states] of rowsOf(folder)) {
    const { program, registers } = parseScript(text!, name!);
    const readsFrom = (model: AxiomaticModel, of: AxiomaticProgram): number =>
      new Set(Array.from(consistentExecutions(of, model), ({ rf }) => JSON.stringify(rf.pairs()))).size;
    const executions = [...consistentExecutions(program, ECMASCRIPT)];
    const finals = executions.map((execution) =>
      registers
        .flatMap((names, t) => names.map((register) => `${t}:${register}=${execution.finalRegister(t, register)};`))
        .join(' '),
    );
    const isRacy = executions.some((execution) => !ECMASCRIPT.races!(execution).isEmpty());
    const found = [executions.length, raceOf(isRacy), [...new Set(finals)].sort().join('|')].join(' ');
    const expected = [ecmascript, race, states!.split('|').sort().join('|')].join(' ');
    tally.add('ecmascript', name!, found, expected);
    tally.add('sc', name!, readsFrom(SC, program), sc!);
    tally.add('aarch64', name!, readsFrom(AARCH64, withLdar(program)), aarch64!);
    tally.add('arm64', name!, readsFrom(ARM64, withLdar(program)), arm64!);
  }
  return tally;
}

class Tally implements Comparison {
  readonly differences: string[] = [];
  private readonly counts = new Map<string, { rows: number; agree: number }>();

  add(model: string, name: string, found: string | number, expected: string): void {
    const count = this.counts.get(model) ?? { rows: 0, agree: 0 };
    this.counts.set(model, count);
    count.rows++;
    if (String(found) === expected) count.agree++;
    else this.differences.push(`${name} ${model}: ${found}, expected ${expected}`);
  }

  get agreed(): Record<string, string> {
    return Object.fromEntries(Array.from(this.counts, ([model, { rows, agree }]) => [model, `${agree} of ${rows}`]));
  }
}
