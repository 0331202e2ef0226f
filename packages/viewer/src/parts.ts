// Parts of a report for other pages, in addition to the execution itself (`view/mount.ts`).
export { ChecksTable } from './page/checks-table.js';
export { Impossibility, Sentences, Why, fixTexts } from './page/explanation.js';
export type { Finding } from './page/findings.js';
export { findingsOf } from './page/findings.js';
export { HistoryTable } from './page/history-table.js';
export { ReplayCommand } from './page/replay-command.js';
export { ThemeButton } from './page/theme-button.js';
export { timelineOf } from './trace/timeline.js';
export { TraceViewer } from './view/trace-viewer.js';
