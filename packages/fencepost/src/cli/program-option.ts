import { option, text } from '@fencepost/options';

/** Selects a program of a file that has several. */
export const PROGRAM = option('program', text('NAME'), { help: 'which program, or which scenario of a structure' });
