import { describe, expect, it } from 'vitest';
import {
  collectionFolder,
  compareScripts,
  compareSized,
  compareTests,
  isAbsent,
} from '@fencepost/testing/litmus-references';

// Every row of the reference results.
const TIMEOUT = 1_800_000;

describe.skipIf(isAbsent(collectionFolder('c')))('the C collection', () => {
  it('has the executions, final states and races of the references', { timeout: TIMEOUT }, () => {
    const { agreed, differences } = compareTests(collectionFolder('c'));
    // C11 allows a value out of thin air, for which herd7 has a symbol. We leave out what no number solves.
    expect(differences).toEqual([expect.stringMatching(/^classic\/LB\+data\.litmus c11: 0 3 .*, expected 0 4 .*S8/)]);
    expect(agreed).toEqual({
      rc11: '2215 of 2215',
      'rc11-cpp20': '2215 of 2215',
      c11: '2214 of 2215',
      sc: '2215 of 2215',
      aarch64: '1935 of 1935',
      'aarch64-rcpc': '1935 of 1935',
      arm64: '1935 of 1935',
    });
  });
});

describe.skipIf(isAbsent(collectionFolder('aarch64')))('the AArch64 collection', () => {
  it('has the executions and final states of the references', { timeout: TIMEOUT }, () => {
    const { agreed, differences } = compareTests(collectionFolder('aarch64'));
    expect(differences).toEqual([]);
    expect(agreed).toEqual({ aarch64: '2318 of 2318', 'aarch64-nolb': '2318 of 2318', sc: '2318 of 2318' });
  });
});

describe.skipIf(isAbsent(collectionFolder('aarch64')))('the AArch64 collection, by bytes', () => {
  it('has the same executions as by variables', { timeout: TIMEOUT }, () => {
    const { agreed, differences } = compareSized(collectionFolder('aarch64'));
    expect(differences).toEqual([]);
    expect(agreed).toEqual({ sc: '2318 of 2318', arm64: '2318 of 2318', aarch64: '2318 of 2318' });
  });
});

describe.skipIf(isAbsent(collectionFolder('js')))('the JavaScript collection', () => {
  it('has the reads-from relations, final states and races of the references', { timeout: TIMEOUT }, () => {
    const { agreed, differences } = compareScripts(collectionFolder('js'));
    expect(differences).toEqual([]);
    const all = '425 of 425';
    expect(agreed).toEqual({ ecmascript: all, sc: all, aarch64: all, arm64: all });
  });
});
