import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import Home from './Home.vue';
import '../../../packages/viewer/src/styles/theme.css';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('Home', Home);
  },
} satisfies Theme;
