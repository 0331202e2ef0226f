import { render } from 'preact';
import type { PageData } from './data.js';
import { DATA_ID, ROOT_ID } from './elements.js';
import { ReportPage } from './report-page.js';

const { report, sources } = JSON.parse(document.getElementById(DATA_ID)!.textContent) as PageData;
const root = document.getElementById(ROOT_ID)!;
const paper = matchMedia('print');

function show(printed: boolean): void {
  render(<ReportPage report={report} sources={sources} printed={printed} />, root);
}

show(paper.matches);
paper.addEventListener('change', () => show(paper.matches));
