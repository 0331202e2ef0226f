import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { COMPILED_LANGUAGES, isWrittenIn, printable } from '@fencepost/core';
import { usageError } from '../../errors.js';
import { FOUND, INCONCLUSIVE, INPUT_ERROR, OK } from '../../exit-codes.js';
import { readText } from '../../files/files.js';
import { checkedModel } from '../../options/models.js';
import type { Asked } from '../../options/command-line.js';
import type { CheckCommandRequest } from '../check/check-request.js';
import type { Io } from '../terminal/io.js';
import { loadPrograms } from '../../load/programs.js';
import type { Texts, Verdict } from './decide.js';
import { Decider, reversed } from './decide.js';
import { decideLitmus } from './decide-litmus.js';
import { withAssertion, withOrder, withStructure, withoutFence } from './edits.js';
import type { Sentence } from './grammar.js';
import { sentenceOf } from './grammar.js';

const CODES = { yes: OK, no: FOUND, undecided: INCONCLUSIVE, refused: INPUT_ERROR } as const;

/** Runs `fencepost claim`. */
export async function claimCommand(asked: Asked<CheckCommandRequest>, io: Io): Promise<number> {
  const [file, text, ...more] = asked.given.positionals;
  if (file === undefined || text === undefined || more.length > 0) {
    throw usageError('claim takes a file and a sentence', `fencepost claim queue.c 'line 17 can be relaxed'`);
  }
  const sentence = sentenceOf(text);
  const folder = mkdtempSync(join(tmpdir(), 'fencepost-claim-'));
  try {
    const { answer, lines } = await decided(asked, sentence, file, folder, io);
    if (answer === 'refused') return INPUT_ERROR;
    await io.out(
      `${[`${answer} ${file}: ${text}`, ...lines].map((line) => printable(line.replaceAll(`${folder}/`, ''))).join('\n')}\n`,
    );
    return CODES[answer];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function decided(
  asked: Asked<CheckCommandRequest>,
  { claim, models }: Sentence,
  file: string,
  folder: string,
  io: Io,
): Promise<Verdict> {
  if (isWrittenIn(file, ['litmus'])) return decideLitmus(asked, { claim, models }, file, folder, io);
  const decider = new Decider(asked, models.length === 0 ? undefined : models.map(checkedModel), io);
  const source = (path = file): string => {
    if (!isWrittenIn(file, COMPILED_LANGUAGES))
      throw usageError(
        'this claim is for C, C++ and litmus tests',
        "others: 'it is safe', 'no data race', 'no deadlock', 'it is robust'; linearizable(…) in a test file declares a structure",
      );
    return readText(path);
  };
  const ofFile = (text: string): Texts => ({ [resolve(file)]: text });
  switch (claim.kind) {
    case 'order':
    case 'no fence': {
      const { line } = claim.place;
      const path = claim.place.file === undefined ? file : await fileOfProgram(file, claim.place.file, asked);
      const text = source(path);
      const changed =
        claim.kind === 'order' ? withOrder(text, line, claim.order, path) : withoutFence(text, line, path);
      const after = await decider.none(file, 'any', { texts: { [resolve(path)]: changed } });
      if (after.answer !== 'no') return after;
      // If the program also fails without the change, its failure says nothing about the change.
      const before = await decider.none(file, 'any');
      return before.answer === 'yes'
        ? after
        : { answer: 'undecided', lines: ['  the program fails without this change, too, or is undecided'] };
    }
    case 'never':
      return aboutEnd(await decider.atEnd(file, claim.all, ofFile(withAssertion(source(), claim.all, false))));
    case 'ends': {
      const texts = ofFile(withAssertion(source(), [claim.equation], claim.always));
      const held = await decider.atEnd(file, [claim.equation], texts);
      return claim.always ? held : reversed(held);
    }
    case 'linearizable':
      return decider.none(file, 'any', {
        texts: ofFile(withStructure(source(), claim.names, file)),
        flags: ['-Dmain=fencepost_unused_main'],
        functions: claim.names,
      });
    case 'none':
      return decider.none(file, claim.failure);
    case 'robust':
      return decider.robust(file);
  }
}

/** Returns the path of a header or further source of the program. */
async function fileOfProgram(
  program: string,
  name: string,
  { values: { load } }: Asked<CheckCommandRequest>,
): Promise<string> {
  const [{ files = [program], headers = [] } = {}] = await loadPrograms(program, load);
  const all = [...new Set([...files, ...headers].map((path) => relative('', path)))];
  const found = all.filter((path) => resolve(path) === resolve(name) || resolve(path).endsWith(`/${name}`));
  if (found.length === 1) return found[0]!;
  const what = found.length === 0 ? `${program} does not include ${name}` : `${name} is ambiguous`;
  throw usageError(what, `its files are ${(found.length === 0 ? all : found).join(', ')}`);
}

/** A claim that values are never taken sounds as if it were about every moment. */
function aboutEnd({ answer, lines }: Verdict): Verdict {
  return {
    answer,
    lines: answer === 'yes' ? [...lines, '  at the end of the program; variables may have these values before'] : lines,
  };
}
