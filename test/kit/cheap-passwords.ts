import type { Argon2Algorithm, Argon2Parameters } from 'node:crypto';
import { afterAll, expect } from '@jest/globals';

// Runs before each test file: a hash of a password takes 0.1 ms of CPU time in place of 25 ms, since less memory is
// filled. Its parameters, its PHC string and the number of calls stay. The tests of the hash itself have the real one, and the
// bench whose accounts sign in elsewhere.
const isOfTheHash = /[\\/](accounts[\\/](passwords|argon2id)|bench[\\/]sign-in)\.test\.ts$/.test(
  expect.getState().testPath ?? '',
);
// No import: Jest would keep the functions as they are now.
const crypto = process.getBuiltinModule('node:crypto');
const { argon2, argon2Sync } = crypto;
const cheap = (parameters: Argon2Parameters): Argon2Parameters => ({
  ...parameters,
  memory: Math.min(parameters.memory, 8 * parameters.parallelism),
});

if (!isOfTheHash) {
  crypto.argon2 = (algorithm: Argon2Algorithm, parameters, callback) =>
    argon2(algorithm, cheap(parameters), callback);
  crypto.argon2Sync = (algorithm, parameters) => argon2Sync(algorithm, cheap(parameters));
  afterAll(() => {
    Object.assign(crypto, { argon2, argon2Sync });
  });
}
