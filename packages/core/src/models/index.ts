import type { ModelName } from '../lowering.js';
import type { Memory } from './memory.js';
import { PsloMemory } from './pslo.js';
import { PsoMemory } from './pso.js';
import { ScMemory } from './sc.js';
import { TsoMemory } from './tso.js';

export function createMemory(model: ModelName): Memory {
  switch (model) {
    case 'sc':
      return new ScMemory();
    case 'tso':
      return new TsoMemory();
    case 'pso':
      return new PsoMemory();
    case 'pslo':
      return new PsloMemory();
  }
}
