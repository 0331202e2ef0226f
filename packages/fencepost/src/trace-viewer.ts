// For pages of others. It runs in a browser and is bundled with all it needs; it wants the style sheets `fencepost/styles/theme.css`
// and `fencepost/styles/trace-viewer.css`.
export { mountTraceViewer } from '@fencepost/viewer/trace-viewer';
