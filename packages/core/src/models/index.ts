export * from './asked.js';
export * from './capabilities.js';
export * from './preserved-order.js';
export * from './lowering.js';
export * from './memory.js';
export * from './model.js';
export * from './registry.js';
export { SYNCHRONISATION } from './synchronisation.js';
