// Makes the reports on the home page of the site: site/.vitepress/cards.json, from what the built command says about examples.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { models } from '@fencepost/core';
import { counted, historyInWords, verdictMark, verdictText, whyTexts } from '@fencepost/report';
import { failureInWords } from '../../packages/report/dist/text/failure-words.js';
import { findingsOf } from '../../packages/viewer/dist/page/findings.js';

/** @import { CheckReport, Counterexample, RepairReport, Report } from '@fencepost/report' */

const root = path.join(import.meta.dirname, '..', '..');
const command = path.join(root, 'packages', 'fencepost', 'bin', 'fencepost.js');

/** What the tabs show, by their titles. */
const EXAMPLES = {
  'message.c': 'examples/c/message.c',
  'message.ts': 'examples/typescript/message.check.ts',
  'stack.ts': 'examples/typescript/stack-scenarios.check.ts',
  'SB.litmus': 'examples/litmus/SB.litmus',
};

/**
 * @param {readonly string[]} args
 * @returns {Promise<unknown>}
 */
function jsonOf(args) {
  const all = [command, ...args, '--format', 'json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, all, { cwd: root }, (error, out, err) => {
      // 1: a finding.
      if (error !== null && error.code !== 1) reject(new Error(`fencepost ${args.join(' ')}: ${err}`));
      else resolve(JSON.parse(out));
    });
  });
}

/**
 * The name of a model that most people know.
 *
 * @param {string} name
 */
function nameOf(name) {
  const { title = name, aliases: [alias] = [] } = models().find((model) => model.name === name) ?? {};
  if (alias === undefined) return title;
  return alias.startsWith('x') ? alias : alias.toUpperCase();
}

const MEANINGS = /** @type {Record<string, string>} */ ({ '✓': 'good', '✗': 'bad' });

/** @param {CheckReport} check @param {readonly CheckReport[]} checks */
function verdictOf(check, checks) {
  const mark = verdictMark(check);
  return {
    meaning: MEANINGS[mark] ?? 'odd',
    model: nameOf(check.model),
    text: `${mark} ${verdictText(check, checks).replace(/(?:,| and ).*/, '')}`,
    executions: counted(check.executions, 'execution'),
  };
}

/**
 * A litmus test asks a question, and a verdict is no answer to it.
 *
 * @typedef {{ model: string; allowed: boolean; executions: number; witnesses: number; condition: string }} Answer
 * @param {Answer} answer
 */
function answerOf({ model, allowed, executions, witnesses }) {
  return {
    meaning: allowed ? 'odd' : 'good',
    model: nameOf(model),
    text: allowed ? 'yes' : 'never',
    executions: `${witnesses} of ${counted(executions, 'execution')}`,
  };
}

/**
 * The lines that the execution visits, each with its threads.
 *
 * @param {string} file
 * @param {Counterexample} counterexample
 */
function linesOf(file, { story: { steps, threads } }) {
  const text = fs.readFileSync(path.join(root, file), 'utf8').split('\n');
  /** @type {Map<number, Set<number>>} */
  const visited = new Map();
  const visit = (/** @type {{ file: string; line: number } | undefined} */ site, /** @type {number} */ thread) => {
    if (site?.file === file) visited.set(site.line, (visited.get(site.line) ?? new Set()).add(thread));
  };
  for (const { site, thread, kind } of steps) if (kind !== 'spawn') visit(site, thread);
  for (const [thread, { failureSite }] of threads.entries()) visit(failureSite, thread);
  return [...visited.keys()]
    .toSorted((a, b) => a - b)
    .map((number) => ({ number, text: text[number - 1] ?? '', threads: [...(visited.get(number) ?? [])] }));
}

/** @param {RepairReport | undefined} repair */
const changedLines = (repair) => repair?.diff.split('\n').filter((line) => /^[-+](?![-+]{2} )/.test(line)) ?? [];

/** @param {string} title @param {string} file */
async function cardOf(title, file) {
  const report = /** @type {Report} */ (await jsonOf(['check', file, '--no-config', '--repair', 'always']));
  const isLitmus = file.endsWith('.litmus');
  const answers = isLitmus ? /** @type {{ checks: Answer[] }} */ (await jsonOf(['litmus', file])).checks : [];
  const [finding] = findingsOf(report);
  const counterexample = finding?.counterexample;
  if (!finding || !counterexample) throw new Error(`${file} shows no execution`);
  const failure = finding.check.failures.find((each) => each.counterexample === counterexample);
  const question = answers[0]?.condition.replace(/^exists \((.*)\)$/, '$1');
  const calls = finding.history === undefined ? [] : historyInWords(finding.history).columns;
  return {
    title,
    file,
    command: `npx fencepost ${isLitmus ? 'litmus' : 'check'} ${path.basename(file)}`,
    lines: linesOf(file, counterexample),
    verdicts: isLitmus ? answers.map(answerOf) : report.checks.map((check) => verdictOf(check, report.checks)),
    question,
    headline: failure === undefined ? '' : failureInWords(failure),
    calls: calls.map(({ name, cells }) => `${name}: ${cells.filter((cell) => cell !== '').join(', ')}`),
    why: whyTexts(counterexample, file)[0] ?? '',
    fix: changedLines(finding.repair),
    counterexample,
  };
}

const cards = [];
for (const [title, file] of Object.entries(EXAMPLES)) cards.push(await cardOf(title, file));
fs.writeFileSync(path.join(root, 'site', '.vitepress', 'cards.json'), JSON.stringify(cards));
