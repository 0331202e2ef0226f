import type { Attributes } from '@opentelemetry/api';
import type { Run, TakenJob } from './protocol.js';
import type { Committed } from './run-store.js';

/** Records what happens to a job. */
export interface JobTelemetry {
  /** The job was committed with so many executions. */
  explored(executions: number): void;
  failed(error: unknown): void;
  end(outcome: Committed | undefined): void;
}

/** Begins to record a job that an agent has taken. */
export type Telemetry = (run: Run, job: TakenJob) => JobTelemetry;

const NOTHING: JobTelemetry = { explored: () => undefined, failed: () => undefined, end: () => undefined };

/**
 * Metrics and spans for OpenTelemetry, through its API. Where they go is up to the SDK that is set up in the process of the agent.
 * Without the package, nothing is recorded.
 */
export async function loadTelemetry(): Promise<Telemetry> {
  let api;
  try {
    api = await import('@opentelemetry/api');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    return () => NOTHING;
  }
  const { SpanStatusCode, metrics, trace } = api;
  const meter = metrics.getMeter('fencepost');
  const tracer = trace.getTracer('fencepost');
  const executions = meter.createCounter('fencepost.executions', { description: 'executions explored and committed' });
  const jobs = meter.createCounter('fencepost.jobs', { description: 'jobs taken, by outcome' });
  const lost = meter.createCounter('fencepost.commits.lost', { description: 'commits that came too late' });
  const retries = meter.createCounter('fencepost.retries', { description: 'jobs taken that others have not done' });
  const seconds = meter.createHistogram('fencepost.job.duration', { unit: 's', description: 'how long jobs take' });
  return (run, { model, attempt }) => {
    const started = performance.now();
    const about: Attributes = { 'fencepost.run': run.id, 'fencepost.model': model };
    const span = tracer.startSpan('fencepost.job', { attributes: { ...about, 'fencepost.attempt': attempt } });
    if (attempt > 0) retries.add(1, about);
    let isFailed = false;
    return {
      explored: (count) => {
        executions.add(count, about);
        span.setAttribute('fencepost.executions', count);
      },
      failed: (error) => {
        isFailed = true;
        const message = error instanceof Error ? error.message : String(error);
        span.recordException(message);
        span.setStatus({ code: SpanStatusCode.ERROR, message });
      },
      end: (committed) => {
        const outcome = isFailed ? 'failed' : (committed ?? 'left');
        jobs.add(1, { ...about, 'fencepost.outcome': outcome });
        if (outcome === 'lost') lost.add(1, about);
        seconds.record((performance.now() - started) / 1000, about);
        span.setAttribute('fencepost.outcome', outcome);
        span.end();
      },
    };
  };
}
