import util from 'node-inspect-extracted';
import type { Text } from '../host.js';

/** A copy, because its functions are replaced. */
export const text: Text = { inspect: util.inspect as Text['inspect'], format: util.format };
