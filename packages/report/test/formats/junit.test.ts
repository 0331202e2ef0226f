import { describe, expect, it } from 'vitest';
import { junitReport } from '../../src/formats/junit.js';
import { xmlAttributes, xmlText } from '../../src/formats/xml.js';
import { tableOf } from '../../src/text/table.js';
import { EXAMPLES, REPORTS, checkOf, failureOf, reportOf } from './samples.js';
import { errorsInJunit } from '@fencepost/testing/validators';

/** The start tags of an element. */
const tags = (xml: string, name: string): string[] => xml.match(new RegExp(`<${name}[ >][^>]*`, 'g')) ?? [];

describe('the JUnit report', () => {
  it('is valid', async () => {
    expect(await errorsInJunit(...Object.values(REPORTS).map((report) => junitReport(report)))).toEqual([]);
  });

  it('would be found invalid', async () => {
    const xml = junitReport(REPORTS['failing']!);
    expect(await errorsInJunit(xml.replace('<failure type', '<failure kind'))).not.toEqual([]);
    expect(await errorsInJunit(xml.replace('</failure>', '\u0007</failure>'))).not.toEqual([]);
  });

  it('has a suite for each program and a case for each model', () => {
    const xml = junitReport(REPORTS['failing']!);
    expect(tags(xml, 'testsuites')).toEqual([
      '<testsuites name="fencepost 0.1.0" tests="2" failures="1" errors="0" time="0.084"',
    ]);
    expect(tags(xml, 'testsuite')).toEqual([
      '<testsuite name="./src/mp.c" tests="2" failures="1" errors="0" time="0.084" skipped="0"',
    ]);
    expect(tags(xml, 'testcase')).toEqual([
      '<testcase name="./src/mp.c under sc" classname="src.mp_c" time="0.042"/',
      '<testcase name="./src/mp.c under pso" classname="src.mp_c" time="0.042"',
    ]);
    expect(tags(junitReport(REPORTS['benign']!), 'testcase')[0]).toContain('name="sb.mjs under tso"');
    expect(xml).toContain('<property name="pso.executions" value="3"/>');
  });

  it('reports a failure', () => {
    const xml = junitReport(REPORTS['failing']!);
    const [, message, body] = /<failure type="assertion" message="(.*?)">(.*?)<\/failure>/s.exec(xml)!;
    expect(message).toBe('check failed: data is there in receiver, under PSO, not under SC');
    const { story, schedule } = EXAMPLES.messagePassing;
    expect(body!.split('\n\nnot robust under PSO')[0]).toBe(
      xmlText(`${message!}
${tableOf(story, 120).join('\n')}

Why: In sender, the store to data at line 3 was delayed past the store to flag at line 4.
Not possible under SC:
- in sender, line 3 (data = 1) comes before line 4 (flag = 1)
- receiver read flag = 1 at line 8, which sender wrote at line 4
- in receiver, line 8 (flag → 1) comes before line 9 (data → 0)
- receiver read data = 0 at line 9 before the store at line 3 (sender) reached memory
These facts form a cycle, so no interleaving of the threads can produce them.
Fix: in sender, a store-store fence between lines 3 and 4 forbids this execution: atomic_thread_fence(memory_order_release), or a release store at line 4.
Replay: fencepost replay ./src/mp.c ${schedule} --model pso`),
    );
    expect(body).toContain(
      '\n\nnot robust under PSO: in sender, the store to data at line 3 was delayed past the store to flag at line 4\n',
    );
  });

  it('has all lines of a message', () => {
    const xml = junitReport(REPORTS['several lines']!);
    const headline = 'check failed: expected … in receiver, under PSO, not under SC';
    expect(xml).toContain(`message="${headline}">${headline}\nexpected\n  1\ngot\n  0\n`);
  });

  it('has one failure for each case, also if there are several', () => {
    const failures = [failureOf(), failureOf({ kind: 'crash', message: 'second' })];
    const xml = junitReport(reportOf(checkOf({ verdict: 'failing', failures })));
    expect(tags(xml, 'failure')).toHaveLength(1);
    expect(xml).toContain('crash: second');
  });

  it('counts a departure from SC as a failure unless it is allowed', () => {
    const failed = junitReport(REPORTS['benign']!);
    expect(tags(failed, 'failure')[0]).toContain(
      'type="not robust" message="not robust under TSO: in left, the store to x at left#0 was delayed past',
    );
    const allowed = junitReport(REPORTS['benign']!, { allowRelaxed: true });
    expect(tags(allowed, 'failure')).toEqual([]);
    expect(tags(allowed, 'testsuites')[0]).toContain('failures="0"');
    expect(tags(junitReport(REPORTS['accepted']!), 'failure')).toEqual([]);
  });

  it('counts undecided checks as errors', () => {
    const xml = junitReport(REPORTS['not decided']!);
    expect(tags(xml, 'error')).toEqual([
      '<error type="inconclusive" message=\"undecided: the search ended after 3 executions"',
      '<error type="inconclusive" message=\"undecided: the search ended after 3 executions"',
    ]);
    expect(tags(xml, 'testsuites')[0]).toContain('failures="0" errors="2"');
  });

  it('has notes as output', () => {
    expect(junitReport(reportOf(checkOf({ notes: ['one', 'two'] })))).toContain('<system-out>one\ntwo</system-out>');
  });

  it('does not draw very long executions', () => {
    const { counterexample } = failureOf();
    const { story } = counterexample!;
    const steps = Array.from({ length: 100 }, () => story.steps.slice(0, 4)).flat();
    const long = failureOf({ counterexample: { ...counterexample!, story: { ...story, steps } } });
    const xml = junitReport(reportOf(checkOf({ verdict: 'failing', failures: [long] })));
    expect(xml).toContain('The execution has 400 steps; replay shows them.');
    expect(xml.split('\n').length).toBeLessThan(50);
  });
});

describe('XML', () => {
  it('has entities for special characters, and leaves out characters it cannot express', () => {
    expect(xmlText('a<b>&"\u0000\u001b\ud800\uffff😀\r\n')).toBe('a&lt;b&gt;&amp;&quot;😀&#13;\n');
    expect(xmlAttributes({ a: 'x\ty\nz', n: 1 })).toBe(' a="x&#9;y&#10;z" n="1"');
  });
});
