import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GivenModel } from '@fencepost/core';
import type { FailureReport, Report } from 'fencepost';
import { checkFile } from 'fencepost';
import { checkOfAgents } from '../scripts/agents.js';
import { PASSES } from '../scripts/agents-host.js';
import { checkOfWast } from '../scripts/wast.js';
import type { Answer } from '../answer.js';
import { undecided } from '../answer.js';

/**
 * Does a script whose threads share memory pass? `always`: in all executions; the answers are `safe` and `fails`.
 * `possibly`: in one of them; the answers are `can pass` and `cannot pass`.
 */
export interface ScriptQuestion {
  readonly kind: 'script';
  /** `wast`: of WebAssembly's test suite; `agents`: of test262, with agents. */
  readonly language: 'wast' | 'agents';
  readonly file: string;
  /** The folder of the harness, for `agents`. */
  readonly harness?: string;
  readonly model: GivenModel;
  readonly passes: 'always' | 'possibly';
}

/** Translates the script to a check, and checks it. */
export async function judgeScript(question: ScriptQuestion, seconds: number): Promise<Answer> {
  const { language, file, harness = '', model, passes } = question;
  const text = readFileSync(file, 'utf8');
  const files = language === 'wast' ? checkOfWast(text, file) : checkOfAgents(text, harness, passes);
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-script-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'), 'junction');
    const isPossibly = passes === 'possibly';
    const search = (all: boolean): Promise<Report> =>
      checkFile(join(folder, 'test.check.mjs'), { models: [model], maxTime: seconds, all });
    const isOurs = ({ message }: FailureReport): boolean => !isPossibly || message.includes(PASSES);
    let report = await search(false);
    const failed = report.checks[0]?.failures ?? [];
    if (failed.length > 0 && !failed.some(isOurs)) report = await search(true);
    const [error] = report.errors ?? [];
    if (error !== undefined) return undecided(`${error.code}: ${error.message}`);
    const [check] = report.checks;
    if (check === undefined) return undecided('no check');
    const { failures, incomplete } = check;
    const found = failures.find(isOurs);
    if (found !== undefined) return { answer: isPossibly ? 'can pass' : 'fails', detail: found.message };
    if (incomplete !== null) return undecided(incomplete.covered);
    return { answer: isPossibly ? 'cannot pass' : 'safe', detail: failures[0]?.message ?? '' };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
