export * from './active-programs.js';
export * from './agreement.js';
export * from './paper-programs.js';
export * from './peer-programs.js';
export * from './random-programs.js';
export * from './random-walk.js';
export * from './show-program.js';
