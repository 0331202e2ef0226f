export * from './exploration.js';
export { finalView } from './failures.js';
export * from './final-states.js';
export * from './graph/explore-graphs.js';
export type { Job } from './graph/frontier.js';
export * from './oracle.js';
export { exploreSource } from './source/explore-source.js';
