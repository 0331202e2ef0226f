export * from '../bench/random-programs.js';
export * from '../bench/show-program.js';
