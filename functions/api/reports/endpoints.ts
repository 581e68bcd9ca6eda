export { reportConversions, reportConversionsCsv } from './report-conversions.ts';
export { reportFunnel, reportFunnelCsv } from './report-funnel.ts';
