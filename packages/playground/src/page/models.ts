import type { Activity, ModelName } from '@fencepost/core';
import { defaultModels, isChecked, isWrittenIn, modelNames } from '@fencepost/core';
import { LITMUS_DIALECTS, modelsFor, modelsOf } from '@fencepost/litmus';
import type { SourceFile } from '../editor/api.js';

/** The models of a program: those that it is checked under unless others are chosen, and all that it can be. */
export interface ModelsOfProgram {
  readonly usual: readonly ModelName[];
  readonly possible: readonly ModelName[];
}

/** All models, from strongest to weakest. Special ones are offered only if a link asks for them. */
const GENERAL: readonly ModelName[] = modelNames((model) => isChecked(model) && model.isSpecial !== true);

export function modelsOfProgram({ file, text }: SourceFile): ModelsOfProgram {
  if (!isWrittenIn(file, ['litmus'])) {
    const isScript = isWrittenIn(file, ['TypeScript', 'JavaScript']);
    const activity: Activity = isScript ? 'check ECMA-262' : 'check C11';
    return { usual: defaultModels(activity), possible: modelNames(isChecked) };
  }
  // The first word of a test. Until there is one, anything may follow.
  const word = /^\s*(?:\(\*[^]*?\*\)\s*)*(\w+)/.exec(text)?.[1];
  const dialect = LITMUS_DIALECTS.find((each) => each === word);
  if (dialect === undefined) return { usual: defaultModels('litmus'), possible: modelNames(isChecked) };
  return { usual: modelsOf({ dialect }), possible: modelsFor(dialect) };
}

/** Returns the models to offer: the general ones, and those in use. */
export function offeredModels(inUse: readonly ModelName[]): ModelName[] {
  return modelNames(({ name }) => GENERAL.includes(name) || inUse.includes(name));
}
