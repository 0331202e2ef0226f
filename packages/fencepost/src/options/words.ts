import { defaultModels, isChecked, modelNames } from '@fencepost/core';

/** `some of sc,tso,pso (default: all)`. */
export function someOf(names: readonly string[], chosen: readonly string[]): string {
  return `some of ${names.join(',')} (default: ${names.length === chosen.length ? 'all' : chosen.join(',')})`;
}

/** The models that programs can be checked under, and those that they are by default. */
export function checkedModels(): string {
  const [c, javascript, others] = (['check C11', 'check ECMA-262', 'check'] as const).map((activity) =>
    defaultModels(activity).join(','),
  );
  const names = modelNames(isChecked).join(',');
  return `some of ${names} (default: C and C++ ${c}, JavaScript ${javascript}, others ${others})`;
}

/** `sc (default), tso, pso`. */
export function listed(names: readonly string[], chosen: string): string {
  return names.map((name) => (name === chosen ? `${name} (default)` : name)).join(', ');
}
