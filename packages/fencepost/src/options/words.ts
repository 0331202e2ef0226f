import { ALL_MODELS, aliasesOf, defaultModels, isChecked, modelNames } from '@fencepost/core';

/** Returns text such as `some of sc, tso (x86), pso, or all (default: all)`. */
export function someOf(names: readonly string[], chosen: readonly string[]): string {
  return `${someModels(names)} (default: ${names.length === chosen.length ? ALL_MODELS : chosen.join(',')})`;
}

/** Returns text such as `some of sc, tso (x86), pso, or all`. */
export function someModels(names: readonly string[]): string {
  return `some of ${names.map(withAliases).join(', ')}, or ${ALL_MODELS}`;
}

/** Returns the name of a model with its aliases: `tso (x86)`. */
function withAliases(name: string): string {
  const aliases = aliasesOf((model) => model.name === name).map(([alias]) => alias);
  return aliases.length === 0 ? name : `${name} (${aliases.join(', ')})`;
}

/** Describes the models that programs can be checked under, and the defaults. */
export function checkedModels(): string {
  const [c, javascript, others] = (['check C11', 'check ECMA-262', 'check'] as const).map((activity) =>
    defaultModels(activity).join(','),
  );
  const names = someModels(modelNames(isChecked));
  return `${names} (default: C and C++ ${c}; JavaScript ${javascript}; others ${others})`;
}

/** Returns text such as `sc (default), tso, pso`. */
export function listed(names: readonly string[], chosen: string): string {
  return names.map((name) => (name === chosen ? `${name} (default)` : name)).join(', ');
}
