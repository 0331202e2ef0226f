import * as events from 'node:events';

export const { EventEmitter } = events;
export type EventEmitter = events.EventEmitter;

/** Exports of `node:events`. */
export const eventsExports: object = events;
