import { isFencepostError } from '@fencepost/core';
import { usageError } from '../errors.js';
import type { OutputFormat } from './format.js';

/** Wraps a user-defined format and validates its output: an error in it is not a bug in Fencepost. */
export function checkedFormat(format: OutputFormat): OutputFormat {
  const { name, renderTests } = format;
  return {
    ...format,
    render: async (...given) => {
      try {
        return textOf(await format.render(...given), name);
      } catch (error) {
        throw explained(error, name);
      }
    },
    ...(renderTests && {
      renderTests: (...given) => {
        try {
          return textOf(renderTests(...given), name);
        } catch (error) {
          throw explained(error, name);
        }
      },
    }),
  };
}

function textOf(text: unknown, name: string): string {
  if (typeof text !== 'string') throw usageError(`the format '${name}' returned no text for the report`);
  return text;
}

function explained(error: unknown, name: string): unknown {
  if (isFencepostError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return usageError(`the format '${name}' cannot write the report: ${reason}`);
}
