import type { ModelName, Program } from '@fencepost/core';
import { FencepostError, isJudged, modelNamed, modelTitle, modelsFor, refuseModel } from '@fencepost/core';
import type { Goal, NeededRepair, RelaxedOrder } from '@fencepost/check';
import { Effort, costOf, orderedPair } from '@fencepost/check';
import { alsoRandom, firstLine } from '@fencepost/report';
import type { ChangeRequest } from './changed-files.js';
import type { Editor } from './editor.js';
import type { FixAnswer, FixTask, ToldOrder } from './fix-task.js';
import { fixPrograms } from './fix-programs.js';
import type { FixableProgram } from './fixable-program.js';
import { relaxPrograms } from './relax-programs.js';
import { wordsFor } from './words.js';

/** Data that a task needs, in addition to the programs. */
export interface FixContext extends Pick<ChangeRequest, 'deadline' | 'isStopped' | 'files' | 'load' | 'journal'> {
  /** Returns the editor that repairs the sources of these programs, for these models. */
  readonly editorFor: (models: readonly ModelName[]) => Editor | Promise<Editor>;
}

/** Repairs programs together, or weakens their orders. */
export async function performTask(
  loaded: readonly FixableProgram[],
  task: FixTask,
  context: FixContext,
): Promise<FixAnswer> {
  const [first, ...others] = loaded;
  const other = others.find(({ source }) => kindOf(source) !== kindOf(first!.source));
  if (other !== undefined) {
    throw new FencepostError(
      'USAGE',
      `${first!.source} and ${other.source} are in different languages, so they cannot be fixed together`,
      { hint: 'fix them separately' },
    );
  }
  const models = task.models === undefined ? defaultModels(loaded, task) : givenModels(loaded, task.models);
  const goal = task.goal ?? defaultGoal(first!.program);
  for (const { program } of loaded) for (const model of models) refuseModel(program, model);
  const editor = await context.editorFor(models);
  const request = { ...context, models, goal, maxDepth: task.maxDepth, effort: new Effort(task.effort) };
  if (task.kind === 'relax') {
    if (editor.orders === undefined || models.length === 0) {
      throw new FencepostError(
        'USAGE',
        `${first!.source} has no orders to weaken: only C and C++ programs state them`,
        { hint: 'fencepost fix finds orders that must be stronger' },
      );
    }
    return { models, goal, ...(await relaxed(loaded, editor.orders, { ...request, from: task.from })) };
  }
  const fix = await fixPrograms(loaded, editor, { ...request, costs: task.costs, alternatives: task.alternatives });
  if (fix.outcome === 'stopped') return { models, goal, outcome: fix.outcome };
  if (fix.outcome === 'impossible') {
    const { outcome, isSequential, execution } = fix;
    const isOneOfMany = loaded.length > 1;
    const program = isOneOfMany || fix.program !== first!.program.name ? fix.program : undefined;
    const { model, message } = execution;
    return {
      ...{ models, goal, outcome, isSequential, program, isOneOfMany, model, fixed: [] },
      message: firstLine(message),
    };
  }
  const { outcome, repairs, cost, files, alternatives } = fix;
  return {
    ...{ models, goal, outcome, cost, files, subject: subjectOf(loaded) },
    changes: repairs.map((each) => ({ words: wordsFor(editor, each.repair), reasons: reasonsFor(each, goal) })),
    alternatives: alternatives.map((each) => each.map((repair) => wordsFor(editor, repair))),
  };
}

/** Returns the given models. `all` stands for those that can check each of the programs. */
function givenModels(loaded: readonly FixableProgram[], given: readonly ModelName[]): readonly ModelName[] {
  const [first = [], ...others] = loaded.map(({ program }) => modelsFor(program, 'graph', given));
  return first.filter((model) => others.every((models) => models.includes(model)));
}

/** Describes what was repaired. */
function subjectOf([first, ...others]: readonly FixableProgram[]): string {
  const { name, scenarios, calls } = first!.program;
  if (others.length === 0 && scenarios !== undefined)
    return `all scenarios ${scenarios.extent}${alsoRandom(scenarios.random)}`;
  return others.length > 0 || calls === undefined ? 'the program' : `the scenario '${name}'`;
}

function kindOf(source: string): string {
  const [extension = ''] = /(?<=[^/\\])\.[^./\\]*$/.exec(source) ?? [];
  return extension.replace(/^\.[cm]?[jt]sx?$/, '.js');
}

/** Returns all models under which one of the programs is checked. */
function defaultModels(loaded: readonly FixableProgram[], { kind }: FixTask): readonly ModelName[] {
  const all = [...new Set(loaded.flatMap(({ program, settings }) => modelsFor(program, 'graph', settings?.models)))];
  return kind === 'fix' ? all : all.filter((model) => isJudged(modelNamed(model)));
}

/** Litmus tests describe the behaviour of a machine: most contain nothing that could fail. */
function defaultGoal({ assembly }: Program): Goal {
  return assembly === true ? 'robust' : 'safe';
}

/** Returns what could happen without the change, and the operations that it keeps in order. */
function reasonsFor(needed: NeededRepair, goal: Goal): string[] {
  const { model, message } = needed.forbids;
  const pair = orderedPair(needed);
  return [
    ...(goal === 'safe' ? [`without it, under ${modelTitle(model)}: ${firstLine(message)}`] : []),
    ...(pair
      ? [`keeps the ${pair.first.kind} at ${pair.first.text} before the ${pair.second.kind} at ${pair.second.text}`]
      : []),
  ];
}

type Answered<T> = T extends FixAnswer ? Omit<T, 'models' | 'goal'> : never;

async function relaxed(...args: Parameters<typeof relaxPrograms>): Promise<Answered<FixAnswer>> {
  const found = await relaxPrograms(...args);
  if (found.outcome === 'stopped') return { outcome: found.outcome };
  if (found.outcome === 'failing') {
    const { model, message } = found.execution;
    const told = { program: undefined, isOneOfMany: false, model, message: firstLine(message) };
    return { outcome: 'impossible', isSequential: false, fixed: found.fixed, ...told };
  }
  const { outcome, orders, fixed, files } = found;
  return {
    ...{ outcome: 'relaxed', isBounded: outcome === 'bounded', fixed, files },
    orders: orders.toSorted(byPlace).map(toldOrder),
    costs: { now: sumOf(orders, 'now'), least: sumOf(orders, 'least') },
  };
}

function byPlace({ operation: { site: a } }: RelaxedOrder, { operation: { site: b } }: RelaxedOrder): number {
  return a.file.localeCompare(b.file) || a.line - b.line || (a.column ?? 0) - (b.column ?? 0);
}

function sumOf(orders: readonly RelaxedOrder[], which: 'now' | 'least'): number {
  return orders.reduce((sum, each) => sum + costOf({ ...each, ...each.operation, order: each[which] }), 0);
}

function toldOrder({ operation: { operation, site }, change, now, least, needed }: RelaxedOrder): ToldOrder {
  const kind = operation === 'rmw' ? 'read-modify-write' : operation;
  return {
    ...{ isFence: operation === 'fence', change, now, least },
    where: `the ${kind} at ${site.file}:${site.line}:${site.column}`,
    needed: needed.map(({ order, execution: { model, message } }) => ({ order, model, message: firstLine(message) })),
  };
}
