export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/kit/strip-types.mjs' },
  modulePathIgnorePatterns: ['<rootDir>/cdk.out', '<rootDir>/dist', '<rootDir>/.local'],
  setupFilesAfterEnv: ['<rootDir>/test/kit/cheap-passwords.ts', '<rootDir>/test/kit/watch-log.ts'],
  globalSetup: '<rootDir>/test/kit/global-setup.mjs',
  globalTeardown: '<rootDir>/test/kit/global-teardown.mjs',
  testSequencer: '<rootDir>/test/kit/slow-first.mjs',
  reporters: ['default', '<rootDir>/test/kit/slowest-files.mjs'],
  testTimeout: 120_000,
  // Three at once, on whatever machine: some tests wait for processes that they start. A worker that has
  // grown is replaced, since modules of ES kind are never let go.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1GB',
};
