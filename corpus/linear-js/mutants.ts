import { LOCK_FREE } from './lock-free-mutants.js';
import { OTHERS } from './more-mutants.js';

export const MUTANTS = [...LOCK_FREE, ...OTHERS];
