import fencepost from 'fencepost/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [fencepost()] });
