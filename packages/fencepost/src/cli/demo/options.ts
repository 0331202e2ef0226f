import type { ValuesOf } from '@fencepost/options';
import { OUTPUT } from '../../options/output.js';

export const DEMO_OPTIONS = { open: OUTPUT.open, colour: OUTPUT.colour } as const;

export type DemoOptions = ValuesOf<typeof DEMO_OPTIONS>;
