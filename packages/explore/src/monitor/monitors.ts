import type { LocalStates, Violation } from '@fencepost/core';
import { BorderlineMonitor } from './borderline.js';
import type { Observer, RunView } from '../shared/observer.js';
import { SimulationMonitor } from './simulation.js';
import { SoberMonitor } from './sober.js';
import { Watch } from './watch.js';

type MakeMonitor = (states: LocalStates, onViolation: (violation: Violation) => void, run?: RunView) => Observer;

const monitors = {
  /** SOBER, corrected, and its extension to PSO (Burckhardt and Musuvathi, CAV 2008, Def. 6). */
  'borderline-tso': (states, onViolation, run) => new BorderlineMonitor(states, 'tso', onViolation, run),
  'borderline-pso': (states, onViolation, run) => new BorderlineMonitor(states, 'pso', onViolation, run),
  /** Burckhardt and Musuvathi (CAV 2008), Fig. 2 and 3: with the correction, and as published. */
  sober: (states, onViolation) =>
    new Watch(states, 'tso', (watched, report) => new SoberMonitor(watched, report, 'tso', true), onViolation),
  'sober-published': (states, onViolation) =>
    new Watch(states, 'tso', (watched, report) => new SoberMonitor(watched, report, 'tso', false), onViolation),
  /** Burnim, Sen and Stergiou (TACAS 2011), Fig. 4 and 5. */
  'simulation-tso': (states, onViolation) =>
    new Watch(states, 'tso', (watched, report) => new SimulationMonitor(watched, report, 'tso'), onViolation),
  'simulation-pso': (states, onViolation) =>
    new Watch(states, 'pso', (watched, report) => new SimulationMonitor(watched, report, 'pso'), onViolation),
} satisfies Record<string, MakeMonitor>;

/** The name of a monitor, as in `MONITORS`. */
export type MonitorName = keyof typeof monitors;

/** The monitors of the papers, by name. `check` uses the borderline ones, whose results depend only on the trace. */
export const MONITORS: Readonly<Record<MonitorName, MakeMonitor>> = monitors;

/** Combines several monitors into one. */
export function together(observers: readonly Observer[]): Observer {
  if (observers.length === 1) return observers[0]!;
  return {
    step: (t, state, writes) => {
      for (const observer of observers) observer.step(t, state, writes);
    },
    undo: () => {
      for (const observer of observers) observer.undo();
    },
    waits: (t, state) => {
      for (const observer of observers) observer.waits(t, state);
    },
    settle: () => {
      for (const observer of observers) observer.settle();
    },
  };
}
