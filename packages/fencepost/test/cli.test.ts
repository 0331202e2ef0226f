import { readFileSync } from 'node:fs';
import { LocalStates, nearest } from '@fencepost/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LineWriter } from '../src/cli/terminal/io.js';
import { EXPLORERS } from '@fencepost/check';
import { fencepost } from '@fencepost/testing/terminal';

describe('the command line', () => {
  it.each([['--help'], ['-h']])('helps: %s', async (...args) => {
    const { code, out, err } = await fencepost(args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Usage: fencepost COMMAND/);
    expect(out).toMatch(/litmus PATH/);
    expect(out).not.toContain('pslo');
  });

  it('knows its version', async () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    const { version } = manifest as { version: string };
    expect(await fencepost(['--version'])).toEqual({ code: 0, out: `fencepost ${version}\n`, err: '' });
  });

  it('shows the help and fails if called without anything', async () => {
    const { code, out, err } = await fencepost([]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^Usage: /);
  });

  it.each([
    [['litmsu'], /no command 'litmsu' \[USAGE\]\n {2}hint: did you mean litmus\?/],
    [['frobnicate'], /no command 'frobnicate' .*\n {2}hint: commands are check, fix, replay/],
    [['SB.litmus'], /hint: to run a litmus test: fencepost litmus SB\.litmus/],
    [['queue.mjs'], /hint: to check a program: fencepost check queue\.mjs/],
    [
      ['test', 'x.c', '--criterion', 'sequential'],
      /does not take --criterion .*\n {2}hint: fencepost check, fix, replay, relax, claim and review take it/,
    ],
    [['--versoin'], /unknown option '--versoin' .*\n {2}hint: did you mean --version\?/],
    [['--version', 'litmus'], /options must follow the command/],
    [['litmus'], /no file or folder given/],
    [['litmus', 'x', '--modle', 'tso'], /unknown option '--modle' .*\n {2}hint: did you mean --model\?/],
    [['litmus', 'x', '--modle=tso'], /unknown option '--modle' .*\n {2}hint: did you mean --model\?/],
    [['litmus', 'x', '-y'], /unknown option '-y' .*\n {2}hint: letters are -m \(--model\), -h \(--help\); for a file/],
    [['litmus', 'x', '--quiet'], /does not take --quiet .*\n {2}hint: fencepost check takes it/],
    [['litmus', 'x', '--model', 'sc,tos'], /no model 'tos' .*\n {2}hint: did you mean tso\? \(models are sc, /],
    [
      ['litmus', 'x', '--model', 'armv8'],
      /no model 'armv8' .*\n {2}hint: did you mean arm64\? \(models are sc, ibm370, tso/,
    ],
    [['litmus', 'x', '--model', ''], /no model ''/],
    [['litmus', 'x', '--model'], /--model needs a value/],
    [['litmus', 'x', '--model', '--format'], /--model needs a value/],
    [['litmus', 'x', '--model', 'sc', '--model', 'tso'], /--model is given twice/],
    [['litmus', 'x', '--help=yes'], /--help takes no value/],
    [['litmus', 'x', '--explorer', 'orcale'], /no explorer 'orcale' .*\n {2}hint: did you mean oracle\?/],
    [
      ['litmus', 'x', '--model', 'sc,pslo'],
      /graph does not support the model pslo .*\n {2}hint: use --explorer oracle/,
    ],
    [['litmus', 'x', '--method', 'monitr'], /no method 'monitr' .*\n {2}hint: did you mean monitor\?/],
    [
      ['litmus', 'x', '--method', 'monitor', '--model', 'sc'],
      /no monitor for the model sc .*\n {2}hint: .* tso and pso/,
    ],
    [['litmus', 'x', '--method', 'monitor', '--model', 'pslo'], /the model pslo .*\n {2}hint: .*--explorer oracle/],
    [
      ['litmus', 'x', '--method', 'monitor', '--explorer', 'graph'],
      /--explorer cannot be combined with --method monitor/,
    ],
    [
      ['litmus', 'x', '--method=monitor', '--expect', 'y'],
      /--expect cannot be combined with .*\n {2}hint: .*--method graph/,
    ],
    [['litmus', 'x', '--format', 'jsn'], /no format 'jsn' .*\n {2}hint: did you mean json\?/],
    [
      ['litmus', 'nowhere.litmus'],
      /^fencepost: cannot read nowhere\.litmus: there is no such file or folder \[USAGE\]/,
    ],
    [['litmus', '--', '--model'], /cannot read --model: /],
    [['litmus', `${import.meta.dirname}/../src`], /contains no \.litmus file/],
    [['litmus', 'x', '--expect', import.meta.dirname], /cannot read .*: it is a folder/],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await fencepost(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n {4}at /);
  });
});

describe('an internal error', () => {
  afterEach(() => vi.restoreAllMocks());
  const sample = `${import.meta.dirname}/fixtures/SB.litmus`;
  const crash = (): never => {
    throw new TypeError('oops');
  };

  it.each(['litmus', 'check'])('ends %s with code 4 and asks for a report, without a stack trace', async (command) => {
    vi.spyOn(LocalStates.prototype, 'update').mockImplementation(crash);
    const { code, out, err } = await fencepost([command, sample]);
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err).toMatch(/^fencepost: internal error: oops\n.*Please report it/);
    expect(err).not.toMatch(/\n {4}at /);
  });

  it('is reported if an explorer does not count the final states of all its executions', async () => {
    const graph = EXPLORERS.named('graph');
    const { explore } = graph;
    vi.spyOn(graph, 'explore').mockImplementation((states, { model }) => explore(states, { model }));
    const { code, err } = await fencepost(['litmus', sample]);
    expect(code).toBe(4);
    expect(err).toMatch(/internal error: graph gave the final states of 0 of 3 executions/);
  });

  it('shows the stack trace on request', async () => {
    vi.spyOn(LocalStates.prototype, 'update').mockImplementation(crash);
    expect((await fencepost(['litmus', sample], { debug: true })).err).toMatch(/TypeError: oops\n {4}at /);
  });
});

describe('suggestions', () => {
  const words = ['sc', 'tso', 'pso', 'pslo'];
  it.each([
    ['tos', 'tso'],
    ['TSO', 'tso'],
    ['plso', 'pslo'],
    ['xyzzy', undefined],
    ['', undefined],
  ])('%s: %s', (word, expected) => {
    expect(nearest(word, words)).toBe(expected);
  });
});

describe('output', () => {
  const silent = { out: () => Promise.resolve(), err: () => undefined, errIsTerminal: true, debug: false };

  it('is written in large pieces to a pipe and line by line to a terminal', async () => {
    for (const outIsTerminal of [false, true]) {
      const pieces: string[] = [];
      const out = (text: string): Promise<void> => {
        pieces.push(text);
        return Promise.resolve();
      };
      const writer = new LineWriter({ ...silent, out, outIsTerminal }, () => undefined);
      for (let i = 0; i < 100; i++) await writer.line(`line ${i}`);
      await writer.flush();
      expect(pieces).toHaveLength(outIsTerminal ? 100 : 1);
      expect(pieces.join('').split('\n')).toHaveLength(101);
    }
  });
});
