export * from './exploration.js';
export * from './failures.js';
export * from './final-states.js';
export { exploreGraphs } from './graph/explore-graphs.js';
export * from './oracle.js';
export { exploreSource } from './source/explore-source.js';
