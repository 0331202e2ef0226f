export { build, restored } from './build/build.js';
export { findDatabase, readDatabase } from './project/database.js';
export type { BuildOptions, Built, BuiltElsewhere } from './build/build.js';
export { DEFAULT_BOUNDS, compiledProgram } from './program.js';
export { testCasesOf } from './test-cases.js';
export type { Door } from './toolchain/compile.js';
export { CompilerRejected } from './toolchain/errors.js';
export { sourcesAmong } from './toolchain/flags.js';
export type { Bounds } from './vm/context.js';
