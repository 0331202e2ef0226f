import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { MARK } from './tasks.js';
import type { Task } from './tasks.js';
import { REPOSITORY } from '../repository.js';

export interface Solution {
  readonly task: Task;
  readonly isSolved: boolean;
  /** Why not; empty if it is. */
  readonly reason: string;
  readonly calls: number;
}

const BIN = path.join(REPOSITORY, 'packages/fencepost/bin/fencepost.js');
const ENDINGS = { c: '.c', cpp: '.cpp', ts: '.check.ts', litmus: '.litmus' } as const;
/** Rounds of check and fix. */
const MOST_ROUNDS = 3;

interface Answer {
  readonly verdict: string;
  readonly report?: string;
  readonly source?: string;
  readonly text: string;
}

/** A client without a model: it follows the skill mechanically. Check; take the fix that was checked; check again. */
export class ScriptedClient {
  private readonly client = new Client({ name: 'scripted', version: '1' });
  private readonly calls = new Map<Task, number>();

  async open(): Promise<void> {
    await this.client.connect(
      new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp'], stderr: 'ignore' }),
    );
  }

  close(): Promise<void> {
    return this.client.close();
  }

  async solve(task: Task): Promise<Solution> {
    const separator = task.language === 'litmus' ? '\n' : `\n${MARK}\n`;
    let text = `${task.code}${separator}${task.check}`;
    const done = (reason: string): Solution => ({
      task,
      isSolved: reason === '',
      reason,
      calls: this.calls.get(task) ?? 0,
    });
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const checked = await this.check(task, text);
      if (checked.verdict === 'safe')
        return done(round === 0 ? 'the check does not show the bug' : await this.judged(task, text));
      if (checked.verdict !== 'failed') return done(`${checked.verdict}: ${checked.text.slice(0, 100)}`);
      const fixed = await this.call(task, 'fix', { report: checked.report, write: true });
      if (fixed.source === undefined) return done(fixed.text.split('\n')[0]!.replace(/^[^:]*: (?:[A-Z][^:]*: )?/, ''));
      text = fixed.source;
    }
    return done('no fix in three rounds');
  }

  /** The hidden check decides. Returns why the repaired code is not right; empty if it is. */
  private async judged(task: Task, text: string): Promise<string> {
    if (task.language === 'litmus') {
      const { text: lines } = await this.call(task, 'litmus', { text, models: ['tso', 'pso'] });
      return /\ballowed\b/.test(lines) || !/\bforbidden\b/.test(lines) ? 'the outcome is still allowed' : '';
    }
    const { verdict } = await this.check(task, `${text.split(MARK)[0]!}${MARK}\n${task.hidden}`);
    return verdict === 'safe' ? '' : `the hidden check: ${verdict}`;
  }

  private check(task: Task, text: string): Promise<Answer> {
    const { name, language } = task;
    return this.call(task, 'check', { sources: [{ name: `${name}${ENDINGS[language]}`, text }] });
  }

  private async call(task: Task, name: string, given: Record<string, unknown>): Promise<Answer> {
    this.calls.set(task, (this.calls.get(task) ?? 0) + 1);
    const result = await this.client.callTool({ name, arguments: given }, undefined, { timeout: 900_000 });
    const [content] = result.content as { readonly text: string }[];
    return { text: content!.text, ...(result.structuredContent as { readonly verdict: string }) };
  }
}
