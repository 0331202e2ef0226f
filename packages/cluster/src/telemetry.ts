import type { Attributes } from '@opentelemetry/api';
import type { Run, TakenJob } from './protocol.js';
import type { Committed } from './run-store.js';

/** What is told about a job while it is done. */
export interface JobTelemetry {
  /** It was committed with so many executions. */
  explored(executions: number): void;
  failed(error: unknown): void;
  end(outcome: Committed | undefined): void;
}

/** Where somebody watches agents: tells of each job that one has taken. */
export type Telemetry = (run: Run, job: TakenJob) => JobTelemetry;

const NOTHING: JobTelemetry = { explored: () => undefined, failed: () => undefined, end: () => undefined };

/**
 * Metrics and spans for OpenTelemetry, through its API. Whether anything comes of them, and where they go, is decided by the SDK
 * that whoever starts the agent has set up. Without the package there is nobody to tell.
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
