// What the text of a program shows about all its executions. The command does not ask, so its bundle does not contain it.
export type { IrSources } from './build/ir-of-sources.js';
export {
  possibleError,
  possibleErrorUnderSc,
  possibleFailure,
  possibleSymbolicFailure,
} from './build/failure-freedom.js';
export { possibleRace } from './build/race-freedom.js';
