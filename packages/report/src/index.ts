export * from './counterexample.js';
export * from './cycle.js';
export * from './report.js';
export * from './story.js';
export * from './table.js';
