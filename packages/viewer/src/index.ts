export * from './html-report.js';
export { timelineOf } from './trace/timeline.js';
