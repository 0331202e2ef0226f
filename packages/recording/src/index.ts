export type { RecordedEvents, Swap } from './events.js';
export type { RecordedNames } from './explain/names.js';
export type { MonitoredEvents, RecordedRun } from './monitor-events.js';
export { monitorEvents } from './monitor-events.js';
export { EventMonitor } from './monitor/event-monitor.js';
export type { Departure, DeparturePair } from './monitor/findings.js';
export { RaceMonitor } from './races/race-monitor.js';
export type { RacePair } from './races/race-monitor.js';
