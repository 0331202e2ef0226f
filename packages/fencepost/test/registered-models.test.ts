import type { MemoryModel, MemoryOrder } from '@fencepost/core';
import {
  DIRECT,
  DRAIN_ALL,
  FENCE,
  FULL_ORDER,
  NO_EVENT,
  STORE,
  preservedOrder,
  lowering,
  modelNamed,
  releases,
  LocalStates,
  modelNames,
} from '@fencepost/core';
import { compareWithOracle, randomProgram } from '@fencepost/testing';
import * as fc from 'fast-check';
import { assert, load, program, registerModel, replayProgram, store } from 'fencepost';
import { checkProgram, testProgram } from '@fencepost/check';
import { exploreGraphs } from '@fencepost/explore';
import type { Program } from 'fencepost';
import { describe, expect, it } from 'vitest';
import { fencepost } from '@fencepost/testing/terminal';

const TSO = modelNamed('tso');

/** As TSO, but a release store waits until it is in memory. */
const TOY: MemoryModel = {
  ...TSO,
  name: 'toy',
  title: 'Toy order',
  meaning: 'as TSO, but release stores are not delayed',
  machine: {
    ...TSO.machine!,
    lower: (kind, order) => (isReleaseStore(kind, order) ? DRAIN_ALL | DIRECT : TSO.machine!.lower(kind, order)),
  },
  preservedOrder: (kind, order) => (isReleaseStore(kind, order) ? FULL_ORDER : TSO.preservedOrder!(kind, order)),
  isMonitored: false,
  defaultFor: [],
};

/** SC again, as a model without a machine: what only axioms define. */
const AXIOMS: MemoryModel = {
  name: 'axioms',
  title: 'Axioms',
  meaning: 'a model without an operational machine',
  includes: [],
  preservedOrder: (kind) => (kind === FENCE ? NO_EVENT : FULL_ORDER),
  isMonitored: false,
  reorders: [],
  defaultFor: [],
};

function isReleaseStore(kind: number, order: MemoryOrder): boolean {
  return kind === STORE && releases(order);
}

registerModel(TOY);
registerModel(AXIOMS);

/** Store buffering: both threads read 0 only if a store is delayed. */
function storeBuffering(order: MemoryOrder): Program {
  return program('SB', (p) => {
    const [x, y] = [p.variable('x'), p.variable('y')];
    p.thread('left', function* () {
      yield store(x, 1, order);
      return yield load(y);
    });
    p.thread('right', function* () {
      yield store(y, 1, order);
      return yield load(x);
    });
    p.after((final) => assert(final.outcome(0) !== 0 || final.outcome(1) !== 0, 'both are late'));
  });
}

const LITMUS = `${import.meta.dirname}/fixtures/SB.litmus`;

describe('a registered model', () => {
  it('is one of the models', () => {
    expect(modelNames()).toEqual(['sc', 'ibm370', 'tso', 'pso', 'pslo', 'rc11', 'arm64', 'aarch64', 'toy', 'axioms']);
  });

  it('has its tables, as the others have', () => {
    expect(lowering('toy')).not.toEqual(lowering('tso'));
    expect(preservedOrder('axioms')).toEqual(preservedOrder('sc'));
  });

  it('is explored alike by graphs, by Source-DPOR and by the oracle', () => {
    fc.assert(
      fc.property(randomProgram({ threads: 3, operations: 6 }), (source) => {
        expect(compareWithOracle(source, ['toy']).disagreements).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('decides through the library', () => {
    const verdicts = (order: MemoryOrder): string[] =>
      checkProgram(storeBuffering(order), { models: ['sc', 'tso', 'toy'] }).map(({ verdict }) => verdict);
    expect(verdicts('relaxed')).toEqual(['safe', 'failing', 'failing']);
    expect(verdicts('release')).toEqual(['safe', 'failing', 'safe']);
  });

  it('is replayed and tested', () => {
    const source = storeBuffering('relaxed');
    const [check] = checkProgram(source, { models: ['toy'] });
    expect(replayProgram(source, 'toy', check!.schedule!).failures).toMatchObject([{ message: 'both are late' }]);
    expect(testProgram(source, { models: ['toy'], maxExecutions: 200 })).toMatchObject([
      { failures: [{ kind: 'assertion' }] },
    ]);
  });

  it('is one of all', () => {
    const source = storeBuffering('relaxed');
    const named = (checks: readonly { model: string }[]): string[] => checks.map(({ model }) => model);
    expect(named(testProgram(source, { models: ['all'], maxExecutions: 5 }))).toEqual(['tso', 'pso', 'toy']);
    expect(named(checkProgram(source, { models: ['all'] }))).toEqual(['sc', 'tso', 'pso', 'rc11', 'arm64', 'toy']);
  });

  it('works on the command line, and is called by its title', async () => {
    const { code, out } = await fencepost(['check', LITMUS, '--model', 'toy', '--color', 'never']);
    expect(code).toBe(1);
    expect(out).toMatch(/Toy order {2}safe, not robust/);
    expect(out).toMatch(/--model toy/);
    expect((await fencepost(['litmus', LITMUS, '--model', 'toy'])).out).toMatch(/SB {2}toy {2}allowed/);
  });

  it.each([
    ['models', /^ {2}toy +as TSO, but release stores are not delayed$/m],
    ['check', /some of sc, ibm370,\s+tso \(x86\), pso, rc11 \(c11\), arm64\s+\(arm\),\s+toy, or\s+all\s+\(default: C/],
    ['test', /some of ibm370, tso \(x86\), pso, pslo, toy, or all\s+\(default:\s+tso,pso\)/],
    [
      'litmus',
      /some of sc, ibm370,\s+tso \(x86\), pso, pslo, rc11 \(c11\), arm64\s+\(arm\),\s+aarch64, toy, axioms, or all\s+\(default/,
    ],
    ['replay', /sc \(default\),\s+ibm370,\s+tso,\s+pso,\s+pslo,\s+rc11,\s+arm64,\s+toy$/m],
  ])('is in the help: %s', async (command, line) => {
    const { out } = await fencepost(['help', command]);
    expect(out).toMatch(line);
  });

  it.each([
    [
      ['check', LITMUS, '--model', 'toi'],
      /no model 'toi' .*did you mean toy\? \(models are sc, ibm370, tso, pso, pslo, rc11, arm64, aarch64, toy/s,
    ],
    [
      ['check', LITMUS, '--model', 'axioms'],
      /cannot be checked under axioms .*models for it are sc, ibm370, tso, pso, rc11, arm64, toy/s,
    ],
    [['check', LITMUS, '--model', 'toy', '--method', 'monitor'], /no monitor for the model toy/],
    [
      ['litmus', LITMUS, '--model', 'axioms', '--explorer', 'oracle'],
      /oracle does not support the model axioms .*use --explorer graph/s,
    ],
    [['test', LITMUS, '--model', 'axioms'], /not under axioms .*has no operational machine/s],
  ])('is refused where it lacks something: %j', async (args, message) => {
    const { code, err } = await fencepost(args);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(message) as string });
  });
});

describe('a model without a machine', () => {
  const source = storeBuffering('relaxed');

  it('is explored by graphs', () => {
    expect(exploreGraphs(new LocalStates(source), { model: 'axioms' })).toMatchObject({ executions: 3, failures: [] });
  });

  it.each([
    [
      'checked',
      () => checkProgram(source, { models: ['axioms'] }),
      /cannot be checked under axioms: it has no machine/,
    ],
    ['replayed', () => replayProgram(source, 'axioms', 'fp1:1'), /the model axioms has neither a machine nor axioms/],
    [
      'tested',
      () => testProgram(source, { models: ['axioms'] }),
      /a test requires an operational model; axioms has only axioms/,
    ],
  ])('cannot be %s', (_, use, message) => {
    expect(use).toThrow(
      expect.objectContaining({
        code: 'MODEL_UNSUPPORTED',
        message: expect.stringMatching(message) as string,
      }) as Error,
    );
  });
});

describe('the registry', () => {
  it.each<[string, Partial<MemoryModel>, string, RegExp]>([
    ['a name that is taken', { name: 'toy' }, 'USAGE', /a memory model 'toy' already/],
    ['a name that is no name', { name: 'Toy 2' }, 'USAGE', /'Toy 2' cannot be the name/],
    ['an unknown model', { name: 'toy-2', includes: ['tos'] }, 'USAGE', /no memory model 'tos'/],
  ])('refuses %s', (_, change, code, message) => {
    const model = { ...TOY, ...change };
    expect(() => registerModel(model)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error,
    );
  });

  it('does not know unregistered models', () => {
    const source = storeBuffering('relaxed');
    expect(() => checkProgram(source, { models: ['armv8'] })).toThrow("there is no memory model 'armv8'");
  });
});
