import type { Natives } from '../host.js';

export const natives: Natives = {
  replaceAccessors: () => undefined,
  announce: () => undefined,
};
