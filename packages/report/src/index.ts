export * from './story.js';
export * from './table.js';
