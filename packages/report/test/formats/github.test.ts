import { printableLines } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
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

  it('are one line for each finding', () => {
    const [failure, violation, ...more] = githubAnnotations(REPORTS['failing']!).split('\n');
    expect(failure).toBe(
      '::error file=src/mp.c,line=9,title=Fencepost%3A Check fails::' +
        'check failed: data is there in receiver, under PSO, not under SC%0A' +
        'Why: In sender, the store to data at line 3 was delayed past the store to flag at line 4.%0A' +
        'Not possible under SC:%0A' +
        '- in sender, line 3 (data = 1) comes before line 4 (flag = 1)%0A' +
        '- receiver read flag = 1 at line 8, which sender wrote at line 4%0A' +
        '- in receiver, line 8 (flag → 1) comes before line 9 (data → 0)%0A' +
        '- receiver read data = 0 at line 9 before the store at line 3 (sender) reached memory%0A' +
        'These facts form a cycle, so no interleaving of the threads can produce them.%0A' +
        'Fix: in sender, a store-store fence between lines 3 and 4 forbids this execution: atomic_thread_fence(memory_order_release), or a release store at line 4.%0A' +
        'Replay: fencepost replay ./src/mp.c fp1:1x2.1c1.2x2.1c --model pso',
    );
    expect(violation).toMatch(/^::warning file=src\/mp.c,line=9,title=Fencepost%3A Not robust::not robust/);
    expect(more).toEqual(['']);
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
    expect(found).toHaveLength(2);
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
