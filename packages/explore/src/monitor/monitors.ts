import { BorderlineMonitor } from './borderline.js';
import type { MonitorFactory } from './monitor.js';
import { SimulationMonitor } from './simulation.js';
import { SoberMonitor } from './sober.js';

/** The monitors by name. `check` uses the borderline ones: their answers depend on the trace only. */
export const MONITORS = {
  /** SOBER, corrected, and its extension to PSO (000 Def. 6). */
  'borderline-tso': (watched, report) => new BorderlineMonitor(watched, report, 'tso'),
  'borderline-pso': (watched, report) => new BorderlineMonitor(watched, report, 'pso'),
  /** 000 Fig. 2 and 3, with the correction, and as published. */
  sober: (watched, report) => new SoberMonitor(watched, report, true),
  'sober-published': (watched, report) => new SoberMonitor(watched, report, false),
  /** 001 Fig. 4 and 5. */
  'simulation-tso': (watched, report) => new SimulationMonitor(watched, report, 'tso'),
  'simulation-pso': (watched, report) => new SimulationMonitor(watched, report, 'pso'),
} as const satisfies Record<string, MonitorFactory>;

export type MonitorName = keyof typeof MONITORS;
