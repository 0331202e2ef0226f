import { existsSync } from 'node:fs';
import { reasonOf } from '../files/reasons.js';
import { lockRun, unlockRun } from './run-lock.js';
import type { ResumableCommand, SavedProgram } from './saved-run.js';
import { encodeRun } from './saved-run.js';
import { makeStateFolder, newToken, removeOldStates, removeState, replaceFile, stateFile } from './state-folder.js';

/** The most work that is lost when the process is killed. */
export const CHECKPOINT_MILLISECONDS = 2000;

/**
 * Keeps where a run stands, again and again under the same token. Nothing is on the disk before the first `write`. That
 * nothing can be written ends no run: it is said once.
 */
export class Checkpoint<Request, Kept = readonly SavedProgram[]> {
  private ownToken: string | undefined;
  private readonly command: ResumableCommand;
  private readonly request: Request;
  private readonly warn: (text: string) => void;
  private isLocked: boolean;
  private hasWarned = false;

  /** `resumed`: the token of the run that this one resumes, which `loadRun` has locked. */
  constructor(command: ResumableCommand, request: Request, warn: (text: string) => void, resumed?: string) {
    this.ownToken = resumed;
    this.command = command;
    this.request = request;
    this.warn = warn;
    this.isLocked = resumed !== undefined;
  }

  /** For `--resume`. */
  get token(): string {
    return (this.ownToken ??= newToken(process.cwd()));
  }

  /** Replaces what was written before. If that fails, the old state remains. */
  write(kept: Kept): void {
    const { command, request } = this;
    try {
      if (!this.isLocked) this.begin();
      replaceFile(stateFile(this.token), encodeRun({ command, folder: process.cwd(), request, kept }));
    } catch (error) {
      if (!this.hasWarned)
        this.warn(`fencepost: the run cannot be resumed: ${stateFile(this.token)}: ${reasonOf(error)}\n`);
      this.hasWarned = true;
    }
  }

  /** Can a run be resumed from what was saved? */
  get isKept(): boolean {
    return existsSync(stateFile(this.token));
  }

  /** What to say about it at the end of a run. */
  get offer(): string {
    return this.isKept ? `to resume: fencepost ${this.command} --resume ${this.token}\n` : '';
  }

  /** The run is complete: there is nothing to resume. */
  remove(): void {
    if (!this.isLocked) return;
    quietly(() => removeState(this.token));
    this.close();
  }

  /** This process does no more with the run; another one may. */
  close(): void {
    if (this.isLocked) quietly(() => unlockRun(this.token));
    this.isLocked = false;
  }

  private begin(): void {
    makeStateFolder();
    removeOldStates();
    lockRun(this.token);
    this.isLocked = true;
  }
}

/** What is left over is removed with other old states. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The folder has become read-only, or is gone.
  }
}
