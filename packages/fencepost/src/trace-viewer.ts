// For use in other web pages. It runs in a browser and is bundled with its dependencies. It needs the style sheets
// `fencepost/styles/theme.css` and `fencepost/styles/trace-viewer.css`.
export { mountTraceViewer } from '@fencepost/viewer/trace-viewer';
