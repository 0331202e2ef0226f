export { parseArguments } from './arguments.js';
export type { Arguments, Parsed } from './arguments.js';
export { choose, didYouMean, similarTo } from './choose.js';
export { secondsIn } from './duration.js';
export type { JsonSchema, Kind } from './kind.js';
export {
  below,
  choice,
  choices,
  duration,
  fileList,
  flag,
  nameList,
  patternList,
  size,
  stringOf,
  stringsOf,
  text,
  wholeNumber,
  wrongType,
} from './kinds.js';
export { megabytesIn } from './megabytes.js';
export { adapted, defaultsOf, flagsOf, option, picked, setting } from './option.js';
export type { Given, Option, OptionTable, TableOf, ValuesOf } from './option.js';
export { usageError } from './usage-error.js';
