import { parseSync, visitorKeys } from 'oxc-parser';
import { transformSync } from 'oxc-transform';
import type { Language } from '../host.js';

export const language: Language = { parseSync, transformSync, visitorKeys };
