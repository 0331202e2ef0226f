import {
  FencepostError,
  acceptedModels,
  aliasesOf,
  chosenModel,
  modelNameOf,
  modelNamed,
  modelNamesOf,
  modelsFor,
  registerModel,
} from '@fencepost/core';
import { describe, expect, it } from 'vitest';

const onlySc = {
  refuse: (model: string) => {
    if (model !== 'sc') throw new FencepostError('MODEL_UNSUPPORTED', `not under ${model}`);
  },
};

describe('model aliases', () => {
  it('name the models of common machines and of C', () => {
    expect(aliasesOf()).toEqual([
      ['x86', 'tso'],
      ['c11', 'rc11'],
      ['arm', 'arm64'],
    ]);
    expect(['x86', 'c11', 'arm', 'pso', 'power'].map(modelNameOf)).toEqual(['tso', 'rc11', 'arm64', 'pso', 'power']);
  });

  it('are replaced by names in lists, without duplicates', () => {
    expect(modelNamesOf(['x86', 'sc', 'tso', 'all'], () => ['sc', 'pso'])).toEqual(['tso', 'sc', 'pso']);
  });

  it('belong to the first model that has them', () => {
    registerModel({ ...modelNamed('tso'), name: 'like-tso', defaultFor: [] });
    expect(modelNameOf('x86')).toBe('tso');
    expect(aliasesOf().filter(([alias]) => alias === 'x86')).toEqual([['x86', 'tso']]);
  });

  it.each(['x86', 'all', 'tso'])('cannot be the name of another model: %s', (name) => {
    expect(() => registerModel({ ...modelNamed('tso'), name })).toThrow(`there is a memory model '${name}' already`);
  });

  it('appear in the error for an unknown model', () => {
    const error = (given: string, allowed?: string[]): unknown => {
      try {
        return chosenModel(given, allowed);
      } catch (thrown) {
        return (thrown as FencepostError).hint;
      }
    };
    expect(error('x68', ['sc', 'tso'])).toBe('did you mean x86? (models are sc, tso; x86 is tso)');
    // Half of a short word is nothing in common.
    expect(error('foo', ['sc', 'tso'])).toBe('models are sc, tso; x86 is tso');
    expect(error('arm', ['sc', 'tso'])).toBe('models are sc, tso; x86 is tso');
    expect(error('arm')).toBe('arm64');
  });
});

describe('all', () => {
  it('stands for every model that the method can check', () => {
    expect(modelsFor({}, 'graph', ['all']).slice(0, 5)).toEqual(['sc', 'tso', 'pso', 'rc11', 'arm64']);
    expect(acceptedModels({}, 'monitor').slice(0, 3)).toEqual(['sc', 'tso', 'pso']);
  });

  it('leaves out models that the program refuses', () => {
    expect(modelsFor(onlySc, 'graph', ['all'])).toEqual(['sc']);
    expect(modelsFor({ accepted: ['sc', 'pso'] }, 'graph', ['all'])).toEqual(['sc', 'pso']);
    const scenarios = { programs: () => [onlySc][Symbol.iterator]() };
    expect(modelsFor({ scenarios }, 'graph', ['all'])).toEqual(['sc']);
  });

  it('does not hide other errors of the program', () => {
    const broken = {
      refuse: () => {
        throw new Error('broken');
      },
    };
    expect(() => modelsFor(broken, 'graph', ['all'])).toThrow('broken');
  });

  it('is not used unless it is given', () => {
    expect(modelsFor(onlySc, 'graph', ['tso'])).toEqual(['tso']);
  });
});
