import everything from './jest.config.mjs';

/** The tests to run while working: all rules and endpoints, without what is slow by its nature. `npm test` runs everything. */
export default {
  ...everything,
  testPathIgnorePatterns: [
    '/node_modules/',
    // Whole processes, crashes at every call, the cloud's template, browsers.
    'test/(backup|bench|crash|demo-shop|examples|guides|infra|load|local|packages)/',
    'test/(assistant-ads/page|chaos/chaos|api/docs/docs|mail/look|api/pixel/browser-identify)\\.test',
    // Loops over every endpoint and over many faults.
    'test/(every-endpoint|failing-parts|fuzz|leaks|odd-texts)\\.test',
    'test/(api/conversions/ingest-limit|competitors/faults|credits/grants/throttling|http/every-answer)\\.test',
  ],
};
