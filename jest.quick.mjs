import everything from './jest.config.mjs';

/** The tests to run while working: all rules and endpoints, without what is slow by its nature. `npm test` runs everything. */
export default {
  ...everything,
  testPathIgnorePatterns: [
    '/node_modules/',
    // Whole processes, crashes at every call, the cloud's template, browsers.
    'test/(backup|bench|console|crash|demo-shop|examples|guides|infra|load|local|packages)/',
    'test/(assistant-ads/page|chaos/chaos|api/docs/docs|mail/look|api/pixel/browser-[a-z]+)\\.test',
    // Loops over every endpoint, over many faults and over much data.
    'test/(canary|faults|simulate)/',
    'test/(reports/(store-totals|stream-scale|simulated-shops)|api/tracing/(search|search-model|reindex))\\.test',
    'test/(event-log/log-pages|http/(hanging-[a-z]+|unknown-query)|aws/s3-object-store|web/safe-fetch-memory)\\.test',
    'test/(every-endpoint|failing-parts|fuzz|leaks|odd-texts)\\.test',
    'test/(api/conversions/ingest-limit|competitors/faults|credits/grants/throttling|http/every-answer)\\.test',
  ],
};
