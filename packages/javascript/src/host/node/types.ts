import { types as nativeTypes } from 'node:util';
import type { Types } from '../host.js';

export const types: Types = nativeTypes;
