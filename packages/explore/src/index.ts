export * from './exploration.js';
export * from './failures.js';
export * from './final-states.js';
export * from './oracle.js';
