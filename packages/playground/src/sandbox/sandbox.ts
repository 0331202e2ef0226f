import type { Answer, CheckTask } from '../protocol.js';
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
 * Checks a file in a frame that can do nothing else. What is checked may be somebody else's code, from a link. Returns
 * a function that ends it all.
 */
export function checkInSandbox(engine: string, task: CheckTask, listener: Listener): () => void {
  const element = document.createElement('iframe');
  const { port1: port, port2 } = new MessageChannel();
  element.setAttribute('sandbox', 'allow-scripts');
  element.hidden = true;
  element.title = 'The program that is checked';
  element.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${frameScript}</script>`;
  const end = (): void => {
    clearTimeout(watchdog);
    port.close();
    element.remove();
  };
  const watchdog = setTimeout(
    () => {
      end();
      listener.stuck();
    },
    1000 * (task.maxSeconds + PATIENCE_SECONDS),
  );
  element.addEventListener('load', () => element.contentWindow!.postMessage(engine, '*', [port2]), { once: true });
  port.onmessage = ({ data }: MessageEvent<Answer>) => {
    if (data.kind !== 'progress') end();
    listener.answered(data);
  };
  port.postMessage(task);
  document.body.append(element);
  return end;
}
