import type { ModelName } from '@fencepost/core';
import { count, counted } from '@fencepost/report';
import type { LitmusAnswer, LitmusModelAnswer, LitmusOutcome } from '../protocol.js';

type Quantifier = LitmusAnswer['quantifier'];

/** How an answer is coloured. `exists` only asks, so that its answers are neither right nor wrong. */
export type LitmusTone = 'never' | 'possible' | 'right' | 'wrong' | 'undecided';

interface Words {
  readonly question: string;
  /** Mark of the outcomes that the question is about. */
  readonly mark: string;
  /** Above the drawing, before the model. */
  readonly how: string;
}

export const LITMUS_WORDS: Readonly<Record<Quantifier, Words>> = {
  exists: { question: 'Can it hold?', mark: 'asked for', how: 'How it happens under' },
  '~exists': { question: 'Is it impossible?', mark: 'must not happen', how: 'How it happens under' },
  forall: { question: 'Does it always hold?', mark: 'breaks it', how: 'How it breaks under' },
};

/** Whether the question is about such an outcome: it satisfies the proposition or, of `forall`, does not. */
export function isAsked(quantifier: Quantifier, { satisfies }: Pick<LitmusOutcome, 'satisfies'>): boolean {
  return satisfies !== (quantifier === 'forall');
}

/** Returns the number of executions that the question is about; undefined if they were not counted. */
function askedExecutions(quantifier: Quantifier, { counts }: LitmusModelAnswer): number | undefined {
  if (counts === null) return undefined;
  return quantifier === 'forall' ? counts.executions - counts.witnesses : counts.witnesses;
}

interface AnswerInWords {
  readonly model: ModelName;
  readonly words: string;
  readonly tone: LitmusTone;
}

/** The answer under each model. The first number has a unit: `yes, in 1 of 4 executions`, `yes, in 1 of 4`. */
export function answersInWords({ quantifier, models }: LitmusAnswer): AnswerInWords[] {
  const answers: AnswerInWords[] = [];
  for (const each of models) {
    const isLong = !answers.some(({ words }) => words.includes('execution'));
    answers.push({ model: each.model, ...answerInWords(quantifier, each, isLong) });
  }
  return answers;
}

function answerInWords(
  quantifier: Quantifier,
  answer: LitmusModelAnswer,
  isLong: boolean,
): Omit<AnswerInWords, 'model'> {
  const { counts, witness, hasRace } = answer;
  const asked = askedExecutions(quantifier, answer);
  const isFound = asked === undefined ? witness !== null : asked > 0;
  const race = hasRace ? '; a data race makes it undefined' : '';
  if (!isFound && counts === null) return { words: 'undecided: too many executions', tone: 'undecided' };
  const often = counts === null ? '' : `, in ${share(asked!, counts.executions, isLong)}`;
  switch (quantifier) {
    case 'exists':
      return isFound
        ? { words: `yes${often}${race}`, tone: 'possible' }
        : { words: `never${race}`, tone: hasRace ? 'undecided' : 'never' };
    case '~exists':
      return isFound
        ? { words: `no, it holds${often.replace(',', '')}${race}`, tone: 'wrong' }
        : { words: `yes${race}`, tone: hasRace ? 'undecided' : 'right' };
    case 'forall':
      return isFound
        ? { words: `no, not${often.replace(',', '')}${race}`, tone: 'wrong' }
        : { words: `yes${race}`, tone: hasRace ? 'undecided' : 'right' };
  }
}

function share(part: number, executions: number, isLong: boolean): string {
  const all = isLong ? counted(executions, 'execution') : count(executions);
  return part === executions ? `all ${all}` : `${count(part)} of ${all}`;
}

/** A row of the table: a final state, and the executions that end in it, by model. */
export interface OutcomeRow {
  readonly values: readonly string[];
  readonly isAsked: boolean;
  /** undefined: not counted. */
  readonly executions: readonly (number | undefined)[];
}

/** Returns the outcomes under any of the models; those that the question is about come first. */
export function outcomeRows({ quantifier, models }: LitmusAnswer): OutcomeRow[] {
  const all = new Map<string, LitmusOutcome>();
  for (const { counts } of models) {
    for (const outcome of counts?.outcomes ?? []) all.set(outcome.values.join(), outcome);
  }
  const rows = [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, outcome]) => ({
      values: outcome.values,
      isAsked: isAsked(quantifier, outcome),
      executions: models.map(({ counts }) =>
        counts?.outcomes.reduce((sum, each) => sum + (each.values.join() === key ? each.executions : 0), 0),
      ),
    }));
  return [...rows.filter((row) => row.isAsked), ...rows.filter((row) => !row.isAsked)];
}
