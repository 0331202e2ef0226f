import * as events from 'node:events';

export const { EventEmitter } = events;
export type EventEmitter = events.EventEmitter;

/** What `node:events` exports. */
export const eventsExports: object = events;
