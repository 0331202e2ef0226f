import { printableLines } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import type { RepairReport } from '../../src/index.js';
import { githubAnnotations } from '../../src/formats/github.js';
import { ODD, REPORTS } from './samples.js';

interface Annotation {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** As GitHub's runner reads it: a line that begins with two colons. */
function parse(line: string): Annotation {
  const [, command = '', list = '', message = ''] = /^::(\w+) (.*?)::(.*)$/s.exec(line)!;
  const decode = (text: string): string => {
    const codes: Readonly<Record<string, string>> = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' };
    return text.replaceAll(/%(?:0D|0A|3A|2C|25)/g, (code) => codes[code]!);
  };
  const properties = list.split(',').map((each) => {
    const [name = '', ...value] = each.split('=');
    return [name, decode(value.join('='))] as const;
  });
  return { command, properties: Object.fromEntries(properties), message: decode(message) };
}

const annotationsOf = (name: string, allowRelaxed = false): Annotation[] =>
  githubAnnotations(REPORTS[name]!, { allowRelaxed }).split('\n').slice(0, -1).map(parse);

describe('annotations', () => {
  it('are nothing if nothing was found', () => {
    expect(githubAnnotations(REPORTS['safe']!)).toBe('');
  });

  it('are one line for each bug, however many findings it has', () => {
    const [failure, ...more] = githubAnnotations(REPORTS['failing']!).split('\n');
    expect(failure).toBe(
      '::error file=src/mp.c,line=9,title=Fencepost%3A Check fails::' +
        'check failed: data is there in receiver, under PSO, not under SC%0A' +
        'Why: In sender, the store to data at line 3 was delayed past the store to flag at line 4.%0A' +
        'Fix: In sender, a store-store fence between lines 3 and 4 forbids this execution: ' +
        'atomic_thread_fence(memory_order_release), or a release store at line 4. ' +
        'Other executions may remain: check again.%0A' +
        'Replay: fencepost replay ./src/mp.c fp1:1x2.1c1.2x2.1c --model pso',
    );
    // The same execution is not SC, which has the same cause.
    expect(REPORTS['failing']!.checks.flatMap(({ violations }) => violations)).toHaveLength(1);
    expect(more).toEqual(['']);
  });

  it('name the repair if there is one', () => {
    const report = REPORTS['failing']!;
    const { source, program } = report.checks[0]!;
    const changes = ['a release store at line 4'];
    const repair: RepairReport = { source, program, models: ['pso'], goal: 'safe', cost: 1, changes, diff: '', replacements: [] }; // prettier-ignore
    const [line = ''] = githubAnnotations({ ...report, repairs: [repair] }).split('\n');
    const { message } = parse(line);
    expect(message).toContain('\nFix: a release store at line 4. Compiled and checked: safe under PSO.\n');
    expect(message).not.toContain('this execution');
  });

  it('say why a file could not be checked, at its line', () => {
    const site = { file: 'src/bad.c', line: 3, column: 5 };
    const error = { source: './src/bad.c', program: 'bad.c', code: 'C_COMPILE', message: 'expected ;', hint: 'add it', site } as const; // prettier-ignore
    const text = githubAnnotations({ ...REPORTS['safe']!, errors: [error] });
    expect(text).toBe(
      '::error file=src/bad.c,line=3,col=5,title=Fencepost%3A Not checked::expected ; [C_COMPILE]%0Ahint: add it\n',
    );
  });

  it('have a level', () => {
    expect(annotationsOf('benign').map(({ command }) => command)).toEqual(['warning']);
    expect(annotationsOf('benign', true).map(({ command }) => command)).toEqual(['notice']);
    expect(annotationsOf('accepted').map(({ command }) => command)).toEqual(['notice']);
    expect(annotationsOf('not decided').map(({ command }) => command)).toEqual(['notice']);
  });

  it('name the file alone where there is no line', () => {
    const [{ properties, message }] = annotationsOf('not decided') as [Annotation];
    expect(properties).toEqual({ file: 'src/mp.c', title: 'Fencepost: Undecided' });
    expect(message).toBe('undecided under SC and TSO: the search ended after 3 executions');
  });

  it('keep odd characters from ending them', () => {
    const found = annotationsOf('odd');
    expect(found).toHaveLength(1);
    const [{ properties, message }] = found as [Annotation];
    // Line breaks are escaped; what would steer a terminal that shows the log is replaced.
    const shown = ODD.split('\r\n').map(printableLines).join('\r\n');
    expect(properties['file']).toBe(shown.replaceAll('\\', '/'));
    expect(Object.keys(properties)).toEqual(['file', 'title']);
    const lines = ODD.split('\r\n');
    expect(
      message.startsWith(`check failed: ${lines[0]!} … in ${shown}, under PSO, not under SC\n${lines[0]!}\n`),
    ).toBe(true);
  });
});
