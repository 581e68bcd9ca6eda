import { defineConfig, mergeConfig } from 'vitest/config';
import everything from './vitest.config.ts';

/** The tests to run while working: all rules and endpoints, without what is slow by its nature. `npm test` runs everything. */
export default mergeConfig(
  everything,
  defineConfig({
    test: {
      exclude: [
        // Whole processes, crashes at every call, the cloud's template, browsers.
        'test/{bench,console,crash,demo-shop,examples,guides,infra,load,local,packages}/**',
        'test/{assistant-ads/page,backup/restore,chaos/chaos,api/docs/docs,mail/look,move/move,api/pixel/browser-*}.test.ts',
        // Loops over every endpoint, over many faults and over much data.
        'test/{faults,simulate}/**',
        'test/{canary/canary,competitors/faults,reports/simulated-shops,api/operators/tracing/search,api/operators/tracing/reindex}.test.ts',
        'test/http/{every-answer,hanging-*}.test.ts',
        'test/{api/conversions/ingest-limit,web/safe-fetch-memory,every-endpoint,fuzz,odd-texts}.test.ts',
      ],
    },
  }),
);
