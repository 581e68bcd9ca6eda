export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/strip-types.mjs' },
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/dist', '<rootDir>/.local'],
  setupFilesAfterEnv: ['<rootDir>/test/watch-log.ts'],
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/slowest-files.mjs'],
  testTimeout: 120_000,
  // Three at once, on whatever machine: some tests wait for processes that they start. A worker that has
  // grown is replaced, since modules of ES kind are never let go.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1GB',
};
