import type { SeedRange } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import { ALL_MODELS, aliasesOf, chosenModel, modelNames, modelNamesOf } from '@fencepost/core';
import type { Kind } from '@fencepost/options';
import { below, stringOf, stringsOf, usageError, wrongType } from '@fencepost/options';
import type { ReportFile } from '../formats/report-file.js';
import { FORMATS } from '../formats/formats.js';
import { parseReportFile, reportFile } from '../formats/report-file.js';

/** A range of seeds: `1-1000`, or `1000` for the seeds from 1 to 1000. */
export const seedRange: Kind<SeedRange> = {
  argument: 'RANGE',
  fromText: ([text], name) => {
    const [, from, to] = /^(?:(\d+)-)?(\d+)$/.exec(text!) ?? [];
    const range: SeedRange = [Number(from ?? 1), Number(to)];
    if (to !== undefined && range[0] <= range[1] && Number.isSafeInteger(range[1])) return range;
    throw usageError(
      `--${name} takes a range of seeds, not '${text!}'`,
      'give first and last, or the number of seeds: 1-1000, 1000',
    );
  },
  fromValue: (value, key) => seedRange.fromText([stringOf(value, key)], key),
  toTexts: (value) => [(value as SeedRange).join('-')],
  schema: () => ({ type: 'string' }),
};

/**
 * Models without duplicates, by their names; aliases are replaced. `checked` rejects models that do not apply here.
 * `all`: the models that the word stands for, apart from special ones; undefined if that depends on the program, so
 * that the word is kept.
 */
export function modelList(
  checked: (name: string) => ModelName,
  all: (() => readonly ModelName[]) | undefined,
): Kind<readonly ModelName[]> {
  const every = (): readonly ModelName[] => (all === undefined ? [ALL_MODELS] : modelNamesOf([ALL_MODELS], all));
  const each = (names: readonly string[]): ModelName[] => [
    ...new Set(names.flatMap((name) => (name === ALL_MODELS ? every() : [checked(name)]))),
  ];
  const isAccepted = (name: string): boolean => {
    try {
      return checked(name) !== '';
    } catch {
      return false;
    }
  };
  return {
    argument: 'LIST',
    hasCommas: true,
    beginnings: () => [...modelNames(), ...aliases()].filter(isAccepted).concat(ALL_MODELS),
    fromText: ([list]) => each(list!.split(',').map((name) => name.trim())),
    fromValue: (value, key) => each(stringsOf(value, key)),
    toTexts: (value) => [(value as readonly ModelName[]).join(',')],
    // A configuration may register further models.
    schema: () => ({
      type: 'array',
      items: { anyOf: [{ enum: [...modelNames(), ...aliases(), ALL_MODELS] }, { type: 'string' }] },
      minItems: 1,
    }),
  };
}

const aliases = (): string[] => aliasesOf().map(([alias]) => alias);

/** One of some models, by its name or alias. */
export function modelChoice(names: () => readonly ModelName[]): Kind<ModelName> {
  const one = (given: string, key: string): ModelName => {
    if (given !== ALL_MODELS) return chosenModel(given, names());
    throw usageError(`${key} takes one model, not ${ALL_MODELS}`, `models are ${names().join(', ')}`);
  };
  return {
    argument: 'NAME',
    fromText: ([given], flag) => one(given!, `--${flag}`),
    fromValue: (value, key) => one(stringOf(value, key), key),
    toTexts: (value) => [value as ModelName],
    schema: () => ({ enum: names() }),
  };
}

export const reportFiles: Kind<readonly ReportFile[]> = {
  argument: 'FORMAT=FILE',
  repeats: true,
  fromText: (texts) => texts.map(parseReportFile),
  fromValue: (value, key, folder) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw wrongType(key, "files by format, such as { html: 'report.html' }", value);
    }
    return Object.entries(value).map(([format, file]) => {
      const report = reportFile(format, stringOf(file, `${key}.${format}`));
      return { ...report, file: below(folder, report.file) };
    });
  },
  beginnings: () => FORMATS.names().map((name) => `${name}=`),
  toTexts: (value) => (value as readonly ReportFile[]).map(({ format, file }) => `${format}=${file}`),
  schema: () => ({ type: 'object', additionalProperties: { type: 'string' } }),
};
