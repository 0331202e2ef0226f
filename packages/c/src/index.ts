export * from './program.js';
export * from './toolchain/build.js';
export { CompilerRejected } from './toolchain/errors.js';
export { sourcesAmong } from './toolchain/flags.js';
