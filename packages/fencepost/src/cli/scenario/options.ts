import type { ValuesOf } from '@fencepost/options';
import { PROGRAM } from '../program-option.js';

export const SCENARIO_OPTIONS = {
  program: { ...PROGRAM, help: "name of the scenario, as printed by check: 'ring: push(1) | pop()'" },
} as const;

export type ScenarioOptions = ValuesOf<typeof SCENARIO_OPTIONS>;
