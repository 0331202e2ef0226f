import util from 'node:util';
import type { Text } from '../host.js';

export const text: Text = util;
