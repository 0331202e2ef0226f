/*
 * The front end for web pages. Nothing here depends on Node, and no module imported here may.
 */
export { BrowserBuilder } from './build/browser-host.js';
export type { BrowserTools } from './build/browser-host.js';
export type { Built, BuiltElsewhere } from './build/pipeline.js';
export { restored } from './build/pipeline.js';
export { structureProgram } from './compiled-structure.js';
export { structuresOf } from './declared-structures.js';
export { DEFAULT_BOUNDS, compiledProgram } from './program.js';
export { CompilerRejected } from './toolchain/errors.js';
export type { KeptEntry } from './toolchain/memory-cache.js';
export type { Yowasp } from './toolchain/yowasp.js';
