import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { join } from 'node:path';

/** The result of a command line. */
export interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Unhandled rejections. */
  readonly unhandled: readonly string[];
}

/** Runs commands in a separate process, which is ended and replaced if a command hangs or ends it. */
export class CommandServer {
  private child: Promise<ChildProcess> | undefined;

  /** `root`: root of the repository; `folder`: working directory of commands. */
  constructor(
    private readonly root: string,
    private readonly folder: string,
    private readonly limitSeconds: number,
  ) {}

  /** Runs a command. `hang`: it took longer than the limit; `died`: the process ended. */
  async run(args: readonly string[]): Promise<Answer | 'hang' | 'died'> {
    this.child ??= this.start();
    const child = await this.child;
    const answer = await new Promise<Answer | 'hang' | 'died'>((resolve) => {
      const timer = setTimeout(() => resolve('hang'), 1000 * this.limitSeconds);
      const done = (value: Answer | 'hang' | 'died'): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(value);
      };
      child.once('message', (message) => done(message as Answer));
      child.once('exit', () => done('died'));
      child.send(args);
    });
    if (typeof answer === 'string') this.stop(child);
    return answer;
  }

  async close(): Promise<void> {
    if (this.child !== undefined) this.stop(await this.child);
  }

  private stop(child: ChildProcess): void {
    child.removeAllListeners();
    child.kill('SIGKILL');
    this.child = undefined;
  }

  private start(): Promise<ChildProcess> {
    const child = fork(join(this.root, 'tools', 'scripts', 'command-server.js'), {
      cwd: this.folder,
      execArgv: [], // those of a test runner would select the sources
      env: { ...process.env, FENCEPOST_STATE: join(this.folder, 'state') },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return new Promise((resolve, reject) => {
      child.once('message', () => resolve(child));
      child.once('exit', () => reject(new Error('the built command is missing: npm run build')));
    });
  }
}
