import { existsSync } from 'node:fs';
import { reasonOf } from '../files/reasons.js';
import { lockRun, unlockRun } from './run-lock.js';
import type { ResumableCommand, SavedProgram } from './saved-run.js';
import { encodeRun } from './saved-run.js';
import { makeStateFolder, newToken, removeOldStates, removeState, replaceFile, stateFile } from './state-folder.js';

/** Interval between checkpoints: the most work that is lost when the process is killed. */
export const CHECKPOINT_MILLISECONDS = 2000;

/**
 * Saves the state of a run repeatedly under the same token. Nothing is on disk before the first `write`. A failed write
 * does not end the run; it is reported once.
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

  /** The token for `--resume`. */
  get token(): string {
    return (this.ownToken ??= newToken(process.cwd()));
  }

  /** Replaces the saved state. If that fails, the old state remains. */
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

  /** Whether the run can be resumed from the saved state. */
  get isKept(): boolean {
    return existsSync(stateFile(this.token));
  }

  /** The message about resuming for the end of a run. */
  get offer(): string {
    return this.isKept ? `to resume: fencepost ${this.command} --resume ${this.token}\n` : '';
  }

  /** Removes the state of a complete run: there is nothing to resume. */
  remove(): void {
    if (!this.isLocked) return;
    quietly(() => removeState(this.token));
    this.close();
  }

  /** Releases the run, so that another process may resume it. */
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

/** Ignores errors: leftovers are removed with other old states. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The folder has become read-only or was removed.
  }
}
