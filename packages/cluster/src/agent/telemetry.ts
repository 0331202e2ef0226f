import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes } from '@opentelemetry/api';
import type { Run, TakenJob } from '../runs/protocol.js';
import type { Committed } from '../runs/run-store.js';

/** Records what happens to a job. */
export interface JobTelemetry {
  /** Records that the job was committed with this many executions. */
  explored(executions: number): void;
  failed(error: unknown): void;
  end(outcome: Committed | undefined): void;
}

export interface Telemetry {
  /** Begins to record a job that an agent has taken. */
  begin(run: Run, job: TakenJob): JobTelemetry;
  /** Makes the SDK export pending data when the agent ends. */
  flush(): Promise<void>;
}

/** Methods of an SDK that are not part of the API. */
interface Flushing {
  readonly forceFlush?: () => Promise<unknown>;
  /** Present on a proxy for a provider that was set later. */
  readonly getDelegate?: () => Flushing;
}

/** Maximum time that a shutdown waits for a collector, in milliseconds. */
const FLUSH_MILLISECONDS = 2000;

const NOTHING: JobTelemetry = { explored: () => undefined, failed: () => undefined, end: () => undefined };

/**
 * Loads metrics and spans for OpenTelemetry, through its API. The SDK that is set up in the agent's process decides
 * where they go. Without the package, nothing is recorded.
 */
export async function loadTelemetry(): Promise<Telemetry> {
  let api;
  try {
    api = await import('@opentelemetry/api');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    return { begin: () => NOTHING, flush: () => Promise.resolve() };
  }
  const { SpanStatusCode, metrics, trace } = api;
  const meter = metrics.getMeter('fencepost');
  const tracer = trace.getTracer('fencepost');
  const executions = meter.createCounter('fencepost.executions', { description: 'executions explored and committed' });
  const jobs = meter.createCounter('fencepost.jobs', { description: 'jobs taken, by outcome' });
  const lost = meter.createCounter('fencepost.commits.lost', { description: 'commits that were too late' });
  const retries = meter.createCounter('fencepost.retries', { description: 'jobs taken over from other agents' });
  const seconds = meter.createHistogram('fencepost.job.duration', { unit: 's', description: 'duration of jobs' });
  const flush = async (): Promise<void> => {
    const providers = [metrics.getMeterProvider(), trace.getTracerProvider()] as Flushing[];
    const flushed = providers.map(async (each) => (each.getDelegate?.() ?? each).forceFlush?.());
    await Promise.race([Promise.allSettled(flushed), sleep(FLUSH_MILLISECONDS, undefined, { ref: false })]);
  };
  const begin: Telemetry['begin'] = (run, { model, attempt }) => {
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
  return { begin, flush };
}
