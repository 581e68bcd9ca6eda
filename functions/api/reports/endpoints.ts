export { reportConversions, reportConversionsCsv } from './report-conversions.ts';
export { reportFunnel, reportFunnelCsv } from './report-funnel.ts';
export { reportPerformance, reportPerformanceCsv } from './report-performance.ts';
export { reportTraffic, reportTrafficCsv } from './report-traffic.ts';
