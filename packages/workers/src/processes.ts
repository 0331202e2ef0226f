import { channel, subscribe } from 'node:diagnostics_channel';
import { rmSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

/** An event of a process: it was started in a separate group, or has ended. */
export interface ProcessNews {
  readonly pid: number;
  readonly running: boolean;
  /** A temporary folder of the process. */
  readonly folder?: string | undefined;
}

/** Announces processes: code that ends a thread has to end the processes of that thread, too. */
const news = channel('fencepost:process');

/** Data for every thread at its start. */
export interface ThreadData {
  readonly processes: MessagePort;
}

/** Reports the processes started in this thread to its parent. */
export function reportProcesses(): void {
  const { processes } = workerData as ThreadData;
  subscribe('fencepost:process', (each) => processes.postMessage(each));
}

/** The processes started by a thread, and by threads that it has started. */
export class Processes {
  private readonly running = new Map<number, ProcessNews>();
  private areEnded = false;

  /** `port`: the port on which the thread reports them. */
  constructor(port: MessagePort) {
    port.on('message', (each: ProcessNews) => this.onMessage(each));
    // Waiting for reports does not keep the event loop alive.
    port.unref();
  }

  /** Ends all processes, including those started from now on. */
  end(): void {
    this.areEnded = true;
    for (const each of this.running.values()) remove(each);
  }

  private onMessage(each: ProcessNews): void {
    const { pid, running } = each;
    news.publish(each);
    if (!running) this.running.delete(pid);
    else if (this.areEnded) remove(each);
    else this.running.set(pid, each);
  }
}

/** Returns the id to end: that of its group, with its children, where there are groups. */
export function idToEnd(pid: number, platform: NodeJS.Platform = process.platform): number {
  return platform === 'win32' ? pid : -pid;
}

/** Ends a process and its children, and removes its folder. */
function remove({ pid, folder }: ProcessNews): void {
  try {
    process.kill(idToEnd(pid), 'SIGKILL');
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  } catch {
    // It has already ended, or is writing a last file.
  }
}
