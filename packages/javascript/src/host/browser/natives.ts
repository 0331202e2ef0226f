import type { Natives } from '../host.js';

export const natives: Natives = {
  replaceAccessors: () => undefined,
  installPromises: () => undefined,
  announce: () => undefined,
};
