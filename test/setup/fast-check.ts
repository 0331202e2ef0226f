import fc from 'fast-check';

// Tests that pass today pass tomorrow: they look at the same random values, unless another seed is given. Campaigns look for more.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['FENCEPOST_SEED'] ?? 1) });

export * from 'fast-check';
export { default } from 'fast-check';
