import { defaultModels, modelsFor } from '@fencepost/core';
import { describe, expect, it } from 'vitest';

describe('the models that programs are checked under by default', () => {
  it('are those of their language', () => {
    expect(modelsFor({ standard: 'C11' })).toEqual(['sc', 'tso', 'rc11']);
    expect(modelsFor({ standard: 'ECMA-262' })).toEqual(['sc', 'arm64']);
    expect(modelsFor({})).toEqual(['sc', 'tso', 'pso']);
  });

  it('are those that monitors support', () => {
    expect(modelsFor({ standard: 'C11' }, 'monitor')).toEqual(['sc', 'tso', 'pso']);
    expect(modelsFor({ standard: 'ECMA-262' }, 'monitor')).toEqual(['sc', 'tso', 'pso']);
  });

  it('depend on the dialect of a litmus test', () => {
    expect(defaultModels('litmus')).toEqual(['sc', 'tso', 'pso']);
    expect(defaultModels('litmus C')).toEqual(['sc', 'rc11', 'arm64']);
    expect(defaultModels('litmus AArch64')).toEqual(['sc', 'arm64', 'aarch64']);
  });
});
