import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedClient } from '../benchmarks/agents/client.js';
import { TASKS } from '../benchmarks/agents/tasks.js';

// `npm run bench -- coding-agents` has all of them.

const client = new ScriptedClient();
beforeAll(() => client.open(), 60_000);
afterAll(() => client.close());

const task = (language: string, name: string) =>
  TASKS.find((each) => each.language === language && each.name === name)!;

describe('a client that only takes checked fixes', { timeout: 180_000 }, () => {
  it('has forty tasks, ten of each language, with names of their own', () => {
    expect(TASKS).toHaveLength(40);
    expect(new Set(TASKS.map(({ language, name }) => `${language} ${name}`)).size).toBe(40);
    for (const language of ['c', 'cpp', 'ts', 'litmus']) {
      expect(TASKS.filter((each) => each.language === language)).toHaveLength(10);
    }
  });

  it.each([
    ['c', 'message'],
    ['cpp', 'dekker'],
    ['ts', 'message'],
    ['litmus', 'SB'],
  ])('solves %s %s', async (language, name) => {
    expect(await client.solve(task(language, name))).toMatchObject({ isSolved: true, reason: '' });
  });

  it.each([
    ['c', 'lost-update'],
    ['ts', 'check-then-act'],
  ])('does not solve %s %s, which needs another algorithm, and says so', async (language, name) => {
    const { isSolved, reason } = await client.solve(task(language, name));
    expect(isSolved).toBe(false);
    expect(reason).toMatch(/fails under SC, too, so no fence or order can repair it/);
  });
});
