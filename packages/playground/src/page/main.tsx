import { h, render } from 'preact';
import { Playground } from './playground.js';

render(h(Playground, {}), document.body);
// Works without a network after the first visit.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('offline.js');
