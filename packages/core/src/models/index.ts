export * from './asked.js';
export * from './capabilities.js';
export * from './memory.js';
export * from './model.js';
export * from './registry.js';
