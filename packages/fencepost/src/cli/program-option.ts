import { option, text } from '@fencepost/options';

/** Selects a program of a file that has several. */
export const PROGRAM = option('program', text('NAME'), {
  common: true,
  help: 'name of the program, or of a scenario of a data structure',
});
