import type { Answer, CheckTask, EngineFiles } from '../protocol.js';
import { frameScript } from './frame-script.js';

/**
 * The frame has the policy of the page, and this one: what is checked may run, and nothing else. No network, no frames, and
 * no storage, as its origin is opaque.
 */
const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; worker-src blob:";

/** An engine that says nothing for so long after its time is over has got stuck. */
const PATIENCE_SECONDS = 10;

/** What happens to a task. */
interface Listener {
  answered(answer: Answer): void;
  /** It does not answer: the code that it checks keeps it busy. */
  stuck(): void;
}

/**
 * An engine in a frame that can do nothing else, for one task at a time. What is checked may be somebody else's code, from a
 * link.
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
    frame.title = 'The program that is checked';
    frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${frameScript}</script>`;
    frame.addEventListener('load', () => frame.contentWindow!.postMessage(engine, '*', [port2]), { once: true });
    document.body.append(frame);
  }

  check(task: CheckTask, listener: Listener): void {
    const patience = 1000 * (task.maxSeconds + PATIENCE_SECONDS);
    this.watchdog = setTimeout(() => {
      this.end();
      listener.stuck();
    }, patience);
    this.port.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.kind !== 'progress') clearTimeout(this.watchdog);
      listener.answered(data);
    };
    this.port.postMessage(task);
  }

  /** Ends it all. */
  end(): void {
    clearTimeout(this.watchdog);
    this.port.close();
    this.frame.remove();
  }
}
