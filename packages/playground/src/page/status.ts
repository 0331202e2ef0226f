import { commonModelName } from '@fencepost/core';
import { counted } from '@fencepost/report';
import { megabytes } from './megabytes.js';
import type { Standing } from './use-check.js';

/** Describes the state of a check; empty if there is more to show than a line of text. */
export function statusOf(standing: Standing): string {
  switch (standing.kind) {
    case 'nothing':
      return 'Press Check to run this program.';
    case 'downloading':
      return `Downloading: ${megabytes(standing.received)} of ${megabytes(standing.size)} MB`;
    case 'loading':
      return 'Checking …';
    case 'progress': {
      const { model, executions, estimate } = standing.progress;
      const total = estimate === undefined ? '' : ` of about ${estimate.likely.toLocaleString('en')}`;
      return `Checking under ${commonModelName(model)}: ${counted(executions, 'execution')}${total}`;
    }
    case 'stopped':
      return 'Stopped before a result.';
    case 'stuck':
      return 'The check did not respond in time and was stopped, because the program keeps its thread busy. There is no result.';
    case 'failed':
      return `The check could not start: ${standing.message}`;
    case 'refused':
      return 'The program was not checked.';
    case 'fixing':
    case 'fixed':
    case 'report':
      return '';
  }
}
