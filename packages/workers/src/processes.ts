import { channel, subscribe } from 'node:diagnostics_channel';
import { rmSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

/** A process has been started in a group of its own, or has ended. */
export interface ProcessNews {
  readonly pid: number;
  readonly running: boolean;
  /** Made for it, and of no use without it. */
  readonly folder?: string | undefined;
}

/** Whoever starts a process tells so here: who ends the thread has to end the process, too. */
const news = channel('fencepost:process');

/** What every thread is started with. */
export interface ThreadData {
  readonly processes: MessagePort;
}

/** In a thread: tells whoever has started it of the processes that are started here. */
export function tellProcesses(): void {
  const { processes } = workerData as ThreadData;
  subscribe('fencepost:process', (each) => processes.postMessage(each));
}

/** The processes that a thread has started, and those of threads that it has started. */
export class Processes {
  private readonly running = new Map<number, ProcessNews>();
  private areEnded = false;

  /** `port`: where the thread tells of them. */
  constructor(port: MessagePort) {
    port.on('message', (each: ProcessNews) => this.heard(each));
    // That something may be told keeps nobody alive.
    port.unref();
  }

  /** Those that are started from now on end at once. */
  end(): void {
    this.areEnded = true;
    for (const each of this.running.values()) remove(each);
  }

  private heard(each: ProcessNews): void {
    const { pid, running } = each;
    news.publish(each);
    if (!running) this.running.delete(pid);
    else if (this.areEnded) remove(each);
    else this.running.set(pid, each);
  }
}

/** A process, what it has started, and its folder. */
function remove({ pid, folder }: ProcessNews): void {
  try {
    process.kill(-pid, 'SIGKILL');
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  } catch {
    // It has ended meanwhile, or writes a last file.
  }
}
