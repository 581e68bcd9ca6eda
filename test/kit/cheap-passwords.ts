import * as crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { hashing } from './real-passwords.ts';

// A cheap password hash takes 0.1 ms of CPU instead of 25 ms, and less memory.
const { default: node } = crypto as typeof crypto & { default: typeof crypto };
const cheap = (parameters: crypto.Argon2Parameters): crypto.Argon2Parameters =>
  hashing.isReal ? parameters : { ...parameters, memory: Math.min(parameters.memory, 8 * parameters.parallelism) };

if (!hashing.isChanged) {
  const { argon2, argon2Sync } = node;
  hashing.isChanged = true;
  node.argon2 = (algorithm, parameters, callback) => {
    hashing.count++;
    argon2(algorithm, cheap(parameters), callback);
  };
  node.argon2Sync = (algorithm, parameters) => argon2Sync(algorithm, cheap(parameters));
  syncBuiltinESMExports();
}
