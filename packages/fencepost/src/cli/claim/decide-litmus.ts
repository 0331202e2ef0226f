import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ModelName } from '@fencepost/core';
import { modelTitle } from '@fencepost/core';
import { DEFAULT_EXPLORER } from '@fencepost/check';
import { usageError } from '../../errors.js';
import { readText } from '../../files/files.js';
import { anyModel } from '../../options/models.js';
import type { Asked } from '../../options/command-line.js';
import type { CheckCommandRequest } from '../check/check-request.js';
import { litmusCommand } from '../litmus/litmus-command.js';
import type { Io } from '../terminal/io.js';
import type { Verdict } from './decide.js';
import { REFUSED, reversed } from './decide.js';
import { withCondition, withOrder, withoutFence } from './edits.js';
import type { Equation, Sentence } from './grammar.js';

/** A row of `fencepost litmus --format json`. */
interface Row {
  readonly model: ModelName;
  readonly allowed: boolean;
  readonly holds: boolean;
  readonly robust: boolean;
  readonly races: number | null;
  readonly outcomes: readonly { readonly state: string; readonly satisfies: boolean }[];
}

const NOT_FINISHED: Verdict = { answer: 'undecided', lines: ['  the search did not finish'] };

/** Decides claims about litmus tests by their conditions. */
export async function decideLitmus(
  asked: Asked<CheckCommandRequest>,
  { claim, models }: Sentence,
  file: string,
  folder: string,
  io: Io,
): Promise<Verdict> {
  const text = readText(file);
  const run = (changed: string): Promise<readonly Row[] | 'undecided' | undefined> => {
    const path = join(folder, basename(file));
    writeFileSync(path, changed);
    return rowsOf(asked, path, models, io);
  };
  const judge = async (
    changed: string,
    refutes: (row: Row) => boolean,
    shows: (row: Row) => string,
  ): Promise<Verdict> => {
    const rows = await run(changed);
    if (rows === undefined) return REFUSED;
    if (rows === 'undecided') return NOT_FINISHED;
    const found = rows.filter(refutes);
    return found.length === 0
      ? { answer: 'yes', lines: [] }
      : { answer: 'no', lines: found.map((row) => `  under ${modelTitle(row.model)}: ${shows(row)}`) };
  };
  const states = (satisfies: boolean) => (row: Row) => row.outcomes.filter((each) => each.satisfies === satisfies).map(({ state }) => state).join(' or '); // prettier-ignore
  switch (claim.kind) {
    case 'never':
      return judge(withCondition(text, `exists (${equations(claim.all)})`), ({ allowed }) => allowed, states(true));
    case 'ends': {
      const condition = equations([claim.equation]);
      if (claim.always)
        return judge(withCondition(text, `forall (${condition})`), ({ holds }) => !holds, states(false));
      return reversed(
        await judge(withCondition(text, `exists (${condition})`), ({ allowed }) => allowed, states(true)),
      );
    }
    case 'order':
    case 'no fence': {
      const { line, file: other } = claim.place;
      if (other !== undefined) throw usageError('a litmus test has no other file', `line ${line} is enough`);
      const before = await run(text);
      if (before === undefined) return REFUSED;
      if (before === 'undecided') return NOT_FINISHED;
      const changed =
        claim.kind === 'order' ? withOrder(text, line, claim.order, file) : withoutFence(text, line, file);
      const was = new Map(before.map(({ model, allowed }) => [model, allowed]));
      return judge(
        changed,
        ({ model, allowed }) => allowed !== was.get(model),
        ({ allowed }) => `the outcome is ${allowed ? 'allowed' : 'forbidden'} without it`,
      );
    }
    case 'robust':
      return judge(
        text,
        ({ robust }) => !robust,
        () => 'some executions are not SC',
      );
    case 'none':
    case 'linearizable':
      if (claim.kind === 'none' && claim.failure === 'data race') {
        return judge(
          text,
          ({ races }) => (races ?? 0) > 0,
          ({ races }) => `${races ?? 0} executions with a data race`,
        );
      }
      throw usageError(
        'this claim is not for litmus tests',
        "they have outcomes: 'x is never 2', '0:rax and 1:rax are never both 0'",
      );
  }
}

function equations(all: readonly Equation[]): string {
  return all.map(([name, value]) => `${name}=${value}`).join(String.raw` /\ `);
}

async function rowsOf(
  { given, command, settings, values }: Asked<CheckCommandRequest>,
  path: string,
  models: readonly string[],
  io: Io,
): Promise<readonly Row[] | 'undecided' | undefined> {
  let text = '';
  const chosen = models.length > 0 ? models.map(anyModel) : values.search.models;
  const litmus = {
    ...({ models: chosen, method: 'graph', explorer: DEFAULT_EXPLORER, expect: undefined, format: 'json' } as const),
    ...{ maxTime: values.limits.maxTime, jobs: values.limits.jobs },
  };
  const code = await litmusCommand(
    { command, settings, given: { ...given, positionals: [path] }, values: { litmus } },
    {
      ...{ outIsTerminal: false, errIsTerminal: false, debug: io.debug, err: io.err },
      out: (piece) => Promise.resolve(void (text += piece)),
    },
  );
  if (code === 3) return 'undecided';
  return text === '' ? undefined : (JSON.parse(text) as { checks: readonly Row[] }).checks;
}
