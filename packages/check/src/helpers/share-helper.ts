import type { Program } from '@fencepost/core';
import { checkingShare } from '../check/scenario-helpers.js';
import type { Rest } from '../clock.js';
import type { FromScenarioHelper, ShareOfRound, ToScenarioHelper } from './messages.js';

/** The other end of a `ScenarioTeam`: checks shares of the scenarios of a structure. */
export class ShareHelper {
  private readonly program: Program;
  private readonly answer: (message: FromScenarioHelper) => void;
  private readonly rest: Rest;
  private round = 0;
  private before = Promise.resolve();

  constructor(program: Program, answer: (message: FromScenarioHelper) => void, rest: Rest) {
    this.program = program;
    this.answer = answer;
    this.rest = rest;
    answer('ready');
  }

  take(message: ToScenarioHelper): void {
    if ('recall' in message) this.round = message.recall;
    else this.before = this.before.then(() => this.check(message)).catch(() => this.answer('failed'));
  }

  private async check({ share, round }: ShareOfRound): Promise<void> {
    const checking = checkingShare(this.program, share, (checked) => this.answer({ round, checked }));
    while (this.round <= round && checking.next().done !== true) await this.rest();
  }
}
