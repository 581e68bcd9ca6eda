import { defineConfig, mergeConfig } from 'vitest/config';
import everything from './vitest.config.ts';

/** The tests to run while working: all rules and endpoints, without what is slow by its nature. `npm test` runs everything. */
export default mergeConfig(
  everything,
  defineConfig({
    test: {
      exclude: [
        // Whole processes, crashes at every call, the cloud's template, browsers.
        'test/{backup,bench,console,crash,demo-shop,examples,guides,infra,load,local,packages}/**',
        'test/{assistant-ads/page,chaos/chaos,api/docs/docs,mail/look,api/pixel/browser-*}.test.ts',
        // Loops over every endpoint, over many faults and over much data.
        'test/{canary,faults,simulate}/**',
        'test/reports/{store-totals,stream-scale,simulated-shops}.test.ts',
        'test/api/tracing/{search,search-model,reindex}.test.ts',
        'test/http/{every-answer,hanging-*,unknown-query}.test.ts',
        'test/{event-log/log-pages,aws/s3-object-store,web/safe-fetch-memory}.test.ts',
        'test/{every-endpoint,failing-parts,fuzz,leaks,odd-texts}.test.ts',
        'test/{api/conversions/ingest-limit,competitors/faults,credits/grants/throttling}.test.ts',
      ],
    },
  }),
);
