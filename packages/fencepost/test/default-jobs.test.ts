import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { defaultJobs } from '../src/options/default-jobs.js';

describe('the default of --jobs', () => {
  it('is one per core', () => {
    expect(defaultJobs({})).toBe(availableParallelism());
  });

  it.each(['VITEST_POOL_ID', 'JEST_WORKER_ID', 'NODE_TEST_CONTEXT'])('is one where %s says that tests run', (name) => {
    expect(defaultJobs({ [name]: '1' })).toBe(1);
  });

  it('is one in these tests', () => {
    expect(defaultJobs()).toBe(1);
  });
});
