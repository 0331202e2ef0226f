// What the text of a program shows about all its executions. The command does not ask, so its bundle does not contain it.
export { possibleError, possibleFailure } from './build/failure-freedom.js';
export { possibleRace } from './build/race-freedom.js';
