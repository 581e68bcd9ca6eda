export { listAssistantReports } from './list-assistant-reports.ts';
