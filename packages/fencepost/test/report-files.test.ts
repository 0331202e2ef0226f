import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Io } from '../src/cli/terminal/io.js';
import { checkWritable, writeReports } from '../src/cli/check/report-files.js';
import { checkDistinct, parseReportFile } from '../src/formats/report-file.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string): string => join(folder, name);

const refusal = (message: RegExp, hint: RegExp): unknown =>
  expect.objectContaining({
    code: 'USAGE',
    message: expect.stringMatching(message) as string,
    hint: expect.stringMatching(hint) as string,
  });

describe('--report', () => {
  it('is a format and a file', () => {
    expect(parseReportFile('html=out.html')).toEqual({ format: 'html', file: 'out.html' });
    expect(parseReportFile('json=a=b.json')).toEqual({ format: 'json', file: 'a=b.json' });
  });

  it.each([
    ['sarif', /--report sarif names no file/, /write --report FORMAT=FILE: sarif=fencepost\.sarif/],
    ['out.html', /--report out\.html names no file/, /html=fencepost\.html/],
    [
      'htm=out.html',
      /no format 'htm'/,
      /did you mean html\? \(formats are text, json, sarif, junit, github, markdown, compact, agent, witness, html\)/,
    ],
    ['=out.html', /no format ''/, /formats are text/],
    ['junit=', /the junit report has no file/, /junit=fencepost\.xml/],
    ['json=-', /cannot go to standard output/, /--format json/],
    ['html=-', /cannot go to standard output/, /html=fencepost\.html/],
  ])('refuses %s', (text, message, hint) => {
    expect(() => parseReportFile(text)).toThrow(refusal(message, hint));
  });

  it('overwrites neither another report nor a checked file', () => {
    const html = parseReportFile('html=a/out');
    expect(() => checkDistinct([html, parseReportFile('json=out')], ['queue.c'])).not.toThrow();
    expect(() => checkDistinct([html, parseReportFile('json=a/b/../out')], [])).toThrow(
      refusal(/json report cannot go to a\/b\/\.\.\/out: it is the file of the html report/, /a file of its own/),
    );
    expect(() => checkDistinct([parseReportFile('json=./queue.c')], ['queue.c'])).toThrow(
      refusal(/cannot go to \.\/queue\.c: it is a file to check/, /a file of its own/),
    );
  });
});

describe('before the search', () => {
  const check = (file: string) => (): void => checkWritable([{ format: 'html', file }]);

  it('accepts writable files, and touches nothing', () => {
    writeFileSync(path('old.html'), 'old');
    expect(check(path('old.html'))).not.toThrow();
    expect(readFileSync(path('old.html'), 'utf8')).toBe('old');
    expect(check(path('new.html'))).not.toThrow();
    expect(existsSync(path('new.html'))).toBe(false);
    expect(check('relative.html')).not.toThrow();
  });

  it.each([
    ['missing/out.html', /there is no folder .*missing$/, /create it: mkdir -p .*missing$/],
    ['old.html/out.html', /a part of its path is not a folder/, /another path/],
    ['old.html/deeper/out.html', /a part of its path is not a folder/, /another path/],
    ['', /it is a folder/, /add a file name/],
    [`${'long'.repeat(100)}.html`, /its name is too long/, /another path/],
  ])('refuses %s', (name, message, hint) => {
    expect(check(path(name))).toThrow(refusal(message, hint));
  });

  it.skipIf(process.getuid?.() === 0)('refuses files that the user may not write', () => {
    mkdirSync(path('locked'));
    chmodSync(path('locked'), 0o500);
    expect(check(path('locked/out.html'))).toThrow(refusal(/permission denied/, /another path/));
  });
});

describe('after the search', () => {
  function io(): { io: Io; told: () => string } {
    let err = '';
    const write = (text: string): void => {
      err += text;
    };
    return {
      io: { out: () => Promise.resolve(), err: write, outIsTerminal: false, errIsTerminal: false, debug: false },
      told: () => err,
    };
  }

  it('writes each format to its file', async () => {
    const reports = [parseReportFile(`html=${path('a.html')}`), parseReportFile(`markdown=${path('a.md')}`)];
    const { io: quiet, told } = io();
    const render = (format: string): Promise<string> | string =>
      format === 'html' ? Promise.resolve('<p>') : '# Report';
    expect(await writeReports(reports, render, quiet)).toBe(true);
    expect(readFileSync(path('a.html'), 'utf8')).toBe('<p>');
    expect(readFileSync(path('a.md'), 'utf8')).toBe('# Report');
    expect(told()).toBe('');
  });

  it('writes to standard output if asked', async () => {
    let out = '';
    const printing = {
      ...io().io,
      out: (text: string) => {
        out += text;
        return Promise.resolve();
      },
    };
    expect(await writeReports([parseReportFile('github=/dev/stdout')], (format) => format, printing)).toBe(true);
    expect(out).toBe('github');
  });

  it.runIf(existsSync('/dev/full'))('reports a full disk, and writes the rest', async () => {
    const reports = [parseReportFile('json=/dev/full'), parseReportFile(`sarif=${path('a.sarif')}`)];
    checkWritable(reports);
    const { io: loud, told } = io();
    expect(await writeReports(reports, (format) => format, loud)).toBe(false);
    expect(told()).toMatch(
      /^fencepost: cannot write the json report to \/dev\/full: the disk is full, .* \[USAGE\]\n {2}hint: .*another path\n$/,
    );
    expect(readFileSync(path('a.sarif'), 'utf8')).toBe('sarif');
  });

  it('reports a missing folder', async () => {
    const { io: loud, told } = io();
    expect(await writeReports([parseReportFile(`json=${path('gone/a.json')}`)], () => '{}', loud)).toBe(false);
    expect(told()).toMatch(/cannot write the json report to .*gone\/a\.json: its folder does not exist/);
  });
});
