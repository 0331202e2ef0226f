import { option, text } from '@fencepost/options';

/** Of a file with several. */
export const PROGRAM = option('program', text('NAME'), { help: 'which program, or which scenario of a structure' });
