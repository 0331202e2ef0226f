import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/index.js';
import { RULES } from '../../src/formats/rules.js';
import { sarifReport } from '../../src/formats/sarif.js';
import { EXAMPLES, ODD, REPORTS, checkOf, failureOf, reportOf, violationOf } from './samples.js';
import { errorsInSarif } from '@fencepost/testing/validators';

interface Location {
  readonly id?: number;
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
    readonly region: object;
  };
  readonly message?: { readonly text: string };
}

interface FlowLocation {
  readonly location: Location;
  readonly executionOrder: number;
  readonly importance: string;
  readonly state?: Readonly<Record<string, { readonly text: string }>>;
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly Location[];
  readonly codeFlows?: readonly [
    {
      readonly threadFlows: readonly {
        readonly message: { readonly text: string };
        readonly locations: readonly FlowLocation[];
      }[];
    },
  ];
  readonly relatedLocations?: readonly Location[];
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
  readonly properties: { readonly occurrences: readonly object[] };
}

interface Run {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly version?: string;
      readonly rules: readonly { readonly id: string }[];
    };
  };
  readonly invocations: readonly object[];
  readonly results: readonly Result[];
}

function runOf(report: Report, allowRelaxed = false): Run {
  const log = JSON.parse(sarifReport(report, { allowRelaxed })) as { runs: [Run] };
  return log.runs[0];
}

const levels = (report: Report, allowRelaxed = false): string[] =>
  runOf(report, allowRelaxed).results.map(({ ruleId, level }) => `${ruleId} ${level}`);

describe('the SARIF report', () => {
  it.each(Object.entries(REPORTS))('is valid: %s', (_, report) => {
    expect(errorsInSarif(sarifReport(report))).toEqual([]);
  });

  it('would be found invalid', () => {
    const log = JSON.parse(sarifReport(REPORTS['failing']!)) as { runs: [{ columnKind: string }] };
    log.runs[0].columnKind = 'bytes';
    expect(errorsInSarif(JSON.stringify(log))).not.toEqual([]);
  });

  it('names the tool and all rules', () => {
    const { driver } = runOf(REPORTS['safe']!).tool;
    expect([driver.name, driver.version]).toEqual(['fencepost', '0.1.0']);
    expect(driver.rules.map(({ id }) => id)).toEqual(Object.keys(RULES));
    expect(runOf({ ...REPORTS['safe']!, tool: 'fencepost' }).tool.driver).not.toHaveProperty('version');
    const { ruleId, ruleIndex } = runOf(REPORTS['deadlock']!).results[0]!;
    expect(driver.rules[ruleIndex]!.id).toBe(ruleId);
  });

  it('has levels', () => {
    expect(levels(REPORTS['safe']!)).toEqual([]);
    expect(levels(REPORTS['failing']!)).toEqual(['assertion error']);
    expect(levels(REPORTS['benign']!)).toEqual(['sc-violation warning']);
    expect(levels(REPORTS['benign']!, true)).toEqual(['sc-violation note']);
    expect(levels(REPORTS['accepted']!)).toEqual(['sc-violation note']);
    const [tso, pso] = REPORTS['accepted']!.checks;
    const unlikePso = reportOf(tso!, { ...pso!, allowsRelaxed: false });
    expect(levels(unlikePso)).toEqual(['sc-violation warning']);
    expect(levels(REPORTS['failing']!, true)).toEqual(['assertion error']);
    expect(levels(REPORTS['not decided']!)).toEqual(['inconclusive note']);
    expect(levels(REPORTS['every operation']!)).toEqual(['invalid-access error']);
  });

  it('says how the run ended', () => {
    const ending = (report: Report, allowRelaxed?: boolean) => runOf(report, allowRelaxed).invocations[0];
    expect(ending(REPORTS['safe']!)).toMatchObject({ executionSuccessful: true, exitCode: 0 });
    expect(ending(REPORTS['benign']!)).toMatchObject({ executionSuccessful: true, exitCode: 1 });
    expect(ending(REPORTS['benign']!, true)).toMatchObject({ exitCode: 0 });
    expect(ending(REPORTS['accepted']!)).toMatchObject({ exitCode: 0 });
    expect(ending(REPORTS['failing']!, true)).toMatchObject({ exitCode: 1 });
    expect(ending(REPORTS['not decided']!)).toMatchObject({ executionSuccessful: false, exitCode: 3 });
  });

  it('has all lines of a message', () => {
    const [result] = runOf(REPORTS['several lines']!).results;
    expect(result!.message.text.split('\n').slice(0, 6)).toEqual([
      'check failed: expected … in receiver, under PSO, not under SC.',
      ...['expected', '  1', 'got', '  0'],
      expect.stringMatching(/^Why: In sender, the store to data/),
    ]);
  });

  it('reports findings with their places', () => {
    const [result] = runOf(REPORTS['failing']!).results;
    expect(result!.message.text).toBe(
      `check failed: data is there in receiver, under PSO, not under SC.
Why: In sender, the store to data at line 3 was delayed past the store to flag at line 4.
Not possible under SC: in sender, line 3 (data = 1) comes before line 4 (flag = 1); receiver read flag = 1 at line 8, which sender wrote at line 4; in receiver, line 8 (flag → 1) comes before line 9 (data → 0); receiver read data = 0 at line 9 before the store at line 3 (sender) reached memory.
Fix: in sender, a store-store fence between lines 3 and 4 forbids this execution: atomic_thread_fence(memory_order_release), or a release store at line 4.
Replay: fencepost replay ./src/mp.c fp1:1x2.1c1.2x2.1c --model pso`,
    );
    expect(result!.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'src/mp.c', uriBaseId: '%SRCROOT%' },
          region: { startLine: 9 },
        },
      },
    ]);
    expect(result!.properties.occurrences).toEqual([
      {
        model: 'pso',
        executions: 2,
        schedule: 'fp1:1x2.1c1.2x2.1c',
        replay: 'fencepost replay ./src/mp.c fp1:1x2.1c1.2x2.1c --model pso',
      },
    ]);
  });

  it('has one result for findings with one cause', () => {
    const race = failureOf({ kind: 'data race', message: 'data race on data' });
    const report = reportOf(
      checkOf({ model: 'rc11', verdict: 'failing', failures: [failureOf(), race], violations: [violationOf()] }),
    );
    const { results } = runOf(report);
    expect(results.map(({ ruleId }) => ruleId)).toEqual(['assertion']);
    expect(results[0]!.message.text).toContain('\nAlso a data race on data');
  });

  it('has the execution as a code flow', () => {
    const { threadFlows } = runOf(REPORTS['failing']!).results[0]!.codeFlows![0];
    expect(threadFlows.map(({ message }) => message.text)).toEqual(['sender', 'receiver']);
    const all = threadFlows.flatMap(({ locations }) => locations).sort((a, b) => a.executionOrder - b.executionOrder);
    const told = all.map(({ location, executionOrder, state }) => {
      const [[place, value] = ['', { text: '' }]] = Object.entries(state ?? {});
      return `${executionOrder} ${location.message!.text} [${place} ${value.text}]`;
    });
    expect(told).toEqual([
      '1 sender: writes data = 1 (stays in its buffer) [data 0]',
      '2 sender: writes flag = 1 [flag 1]',
      '3 receiver: reads flag = 1 [flag 1]',
      '4 receiver: reads data = 0 (mp.c:3 has not reached memory) [data 0]',
      '5 receiver: data is there [ ]',
      '6 sender: data = 1 reaches memory [data 1]',
    ]);
    expect(all.map(({ importance }) => importance)).toEqual([...Array<string>(5).fill('essential'), 'important']);
  });

  it('ends the code flow of a deadlock with the locks that threads wait for', () => {
    const [{ locations, codeFlows }] = runOf(REPORTS['deadlock']!).results as [Result];
    const ends = codeFlows![0].threadFlows.map((flow) => flow.locations.at(-1)!.location);
    expect(ends.map(({ message }) => message!.text)).toEqual([
      'left: waits to lock b (held by right since line 25), forever',
      'right: waits to lock a (held by left since line 20), forever',
    ]);
    expect(locations[0]!.physicalLocation).toEqual(ends[0]!.physicalLocation);
    expect(locations[0]!.physicalLocation.region).toEqual({ startLine: 21 });
  });

  it('has the operations of the cycle as related locations', () => {
    const [failure] = runOf(REPORTS['failing']!).results;
    const related = failure!.relatedLocations!.map(({ id, physicalLocation: { region }, message }) => ({
      id,
      region,
      text: message!.text.slice(0, 27),
    }));
    expect(related).toEqual([
      { id: 1, region: { startLine: 3, startColumn: 8 }, text: 'in sender, line 3 (data = 1' },
      { id: 2, region: { startLine: 4, startColumn: 8 }, text: 'receiver read flag = 1 at l' },
      { id: 3, region: { startLine: 8 }, text: 'in receiver, line 8 (flag →' },
      { id: 4, region: { startLine: 9 }, text: 'receiver read data = 0 at l' },
    ]);
    expect(failure!.locations[0]!.physicalLocation.region).toEqual({ startLine: 9 });
    expect(runOf(REPORTS['deadlock']!).results[0]).not.toHaveProperty('relatedLocations');
  });

  it('is about the first line of the file where there is no source', () => {
    const [result] = runOf(REPORTS['benign']!).results;
    expect(result!.locations[0]!.physicalLocation).toEqual({
      artifactLocation: { uri: 'sb.mjs', uriBaseId: '%SRCROOT%' },
      region: { startLine: 1 },
    });
  });

  it('merges the same finding under several models', () => {
    const { results } = runOf(REPORTS['failing under each model']!);
    expect(results.map(({ message }) => message.text.split('\n')[0])).toEqual([
      'check failed: data is there in receiver, under SC, TSO and PSO.',
      'crash: data is there in receiver, under SC, TSO and PSO.',
    ]);
    expect(results[0]!.properties.occurrences).toEqual(['sc', 'tso', 'pso'].map((model) => ({ model, executions: 2 })));
  });

  it('names a model once', () => {
    const failures = [failureOf({ underSc: true }), failureOf({ underSc: true })];
    const [result] = runOf(reportOf(checkOf({ verdict: 'failing', failures }))).results;
    expect(result!.message.text).toMatch(/^check failed: data is there in receiver, under SC\.\n/);
  });

  it('does not merge those of different programs', () => {
    const checks = ['a', 'b'].map((program) => checkOf({ program, verdict: 'failing', failures: [failureOf()] }));
    expect(runOf(reportOf(...checks)).results).toHaveLength(2);
  });
});

describe('fingerprints', () => {
  const hashes = (report: Report): string[] =>
    runOf(report).results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
  const failing = (...lines: readonly number[]): Report =>
    reportOf(
      checkOf({
        model: 'pso',
        verdict: 'failing',
        failures: lines.map((line) => failureOf({ site: { file: 'src/mp.c', line } })),
        violations: [violationOf({ operation: `src/mp.c:${lines[0]}`, write: 'src/mp.c:3:8' })],
      }),
    );

  it('stay when lines move', () => {
    expect(hashes(failing(9))).toEqual(hashes(failing(19)));
  });

  it('stay with another schedule and other models', () => {
    const report = failing(9);
    const [check] = report.checks;
    const counterexample = { ...EXAMPLES.messagePassing, schedule: 'fp1:2' };
    const other = reportOf(
      { ...check!, failures: [failureOf({ counterexample })], violations: [violationOf({ counterexample })] },
      { ...check!, model: 'tso' },
    );
    expect(hashes(other)).toEqual(hashes(report));
  });

  it('keep different bugs apart', () => {
    const underSc = (line: number, message: string) =>
      failureOf({ underSc: true, counterexample: null, site: { file: 'src/mp.c', line }, message });
    const same = hashes(reportOf(checkOf({ failures: [9, 10, 11].map((line) => underSc(line, 'lost')) })));
    expect(new Set(same).size).toBe(3);
    const [first, second] = hashes(reportOf(checkOf({ failures: [underSc(9, 'lost'), underSc(1, 'other')] })));
    expect(second).toBeDefined();
    expect(first!.replace(/:\d+$/, '')).not.toBe(second!.replace(/:\d+$/, ''));
  });
});

describe('files as URIs', () => {
  const uriOf = (file: string) =>
    runOf(reportOf(checkOf({ failures: [failureOf({ site: { file, line: 1 } })] }))).results[0]!.locations[0]!
      .physicalLocation.artifactLocation;
  const below = (uri: string) => ({ uri, uriBaseId: '%SRCROOT%' });

  it.each([
    ['src/a b#1%.c', below('src/a%20b%231%25.c')],
    ['./src/../é.c', below('%C3%A9.c')],
    ['../other/a.c', below('../other/a.c')],
    ['src\\win\\a.c', below('src/win/a.c')],
    ['/tmp/a b.c', { uri: 'file:///tmp/a%20b.c' }],
    ['C:\\src\\a.c', { uri: 'file:///C:/src/a.c' }],
    ['a:b.c', below('a%3Ab.c')],
  ])('%s', (file, expected) => {
    expect(uriOf(file)).toEqual(expected);
  });

  it('can be any text', () => {
    expect(() => new URL(uriOf(ODD).uri, 'file:///')).not.toThrow();
  });
});
