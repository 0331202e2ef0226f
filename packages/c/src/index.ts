export * from './program.js';
export * from './build/build.js';
export { CompilerRejected } from './toolchain/errors.js';
export { sourcesAmong } from './toolchain/flags.js';
