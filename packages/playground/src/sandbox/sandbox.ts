import type { Answer, EngineFiles, Task } from '../protocol.js';
import { frameScript } from './frame-script.js';

/**
 * Applies to the frame in addition to the policy of the page: the checked code may run, and nothing else. No network,
 * no frames, and no storage, because its origin is opaque.
 */
const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; worker-src blob:";

/** An engine that is silent for this long after its time limit is considered stuck. */
const PATIENCE_SECONDS = 10;

/**
 * Message limits. A working engine stays below them: it reports progress ten times a second. More messages would keep
 * the page busy.
 */
const MESSAGES_AT_ONCE = 100;
const MESSAGES_PER_SECOND = 20;

const FLOOD: Answer = {
  kind: 'refused',
  refusal: { message: 'the engine produced too much output and was stopped: there is no result', isInternal: true },
};

/** Receives the events of a task. */
interface Listener {
  answered(answer: Answer): void;
  /** Called if the engine does not answer, because the code that it checks keeps it busy. */
  stuck(): void;
}

/**
 * An engine in a frame without other permissions, for one task at a time. The checked code may come from a link and be
 * untrusted.
 */
export class Sandbox {
  private readonly frame = document.createElement('iframe');
  private readonly port: MessagePort;
  private watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: EngineFiles) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const { frame } = this;
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.hidden = true;
    frame.title = 'The checked program';
    frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${frameScript}</script>`;
    frame.addEventListener('load', () => frame.contentWindow!.postMessage(engine, '*', [port2]), { once: true });
    document.body.append(frame);
  }

  perform(task: Task, listener: Listener): void {
    const patience = 1000 * (task.maxSeconds + PATIENCE_SECONDS);
    this.watchdog = setTimeout(() => {
      this.end();
      listener.stuck();
    }, patience);
    const started = performance.now();
    let messages = 0;
    this.port.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (++messages > MESSAGES_AT_ONCE + (MESSAGES_PER_SECOND * (performance.now() - started)) / 1000) {
        this.end();
        listener.answered(FLOOD);
        return;
      }
      if (data.kind !== 'progress' && data.kind !== 'fixing') clearTimeout(this.watchdog);
      listener.answered(data);
    };
    this.port.postMessage(task);
  }

  /** Ends the engine and removes its frame. */
  end(): void {
    clearTimeout(this.watchdog);
    this.port.close();
    this.frame.remove();
  }
}
