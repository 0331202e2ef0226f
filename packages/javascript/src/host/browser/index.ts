// Must be first: the modules below take their natives from the realm.
import './realm.js';

export { provideFiles } from './files.js';
export type { Parser } from './language.js';
export { provideParser } from './language.js';
