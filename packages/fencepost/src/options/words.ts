import { defaultModels, isChecked, modelNames } from '@fencepost/core';

/** Returns text such as `some of sc,tso,pso (default: all)`. */
export function someOf(names: readonly string[], chosen: readonly string[]): string {
  return `some of ${names.join(',')} (default: ${names.length === chosen.length ? 'all' : chosen.join(',')})`;
}

/** Describes the models that programs can be checked under, and the defaults. */
export function checkedModels(): string {
  const [c, javascript, others] = (['check C11', 'check ECMA-262', 'check'] as const).map((activity) =>
    defaultModels(activity).join(','),
  );
  const names = modelNames(isChecked).join(',');
  return `some of ${names} (default: C and C++ ${c}, JavaScript ${javascript}, others ${others})`;
}

/** Returns text such as `sc (default), tso, pso`. */
export function listed(names: readonly string[], chosen: string): string {
  return names.map((name) => (name === chosen ? `${name} (default)` : name)).join(', ');
}
