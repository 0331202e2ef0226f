export * from './html-report.js';
