export { listAssistantAds } from './list-assistant-ads.ts';
export { runAssistantReports } from './run-assistant-reports.ts';
export { toggleAssistantAds } from './toggle-assistant-ads.ts';
