/// <reference path="./hash-wasm-argon2.d.ts" />
import * as crypto from 'node:crypto';

/** `memory` of the cost is in KiB, `length` in bytes. */
export type Argon2id = (message: string, cost: Argon2idCost) => Promise<Buffer>;
export type Argon2idCost = {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  length: number;
};

type Native = typeof crypto.argon2;

/** Node has four threads for hashes; one remains for the disk, signatures and DNS. */
const maxAtOnce = 3;

function turnsOf(atOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** With OpenSSL before 3.2, Node's Argon2 function exists and rejects every call. */
export function nativeArgon2id(argon2: Native | undefined): Argon2id | null {
  const call: Argon2id = (message, { salt, length, ...cost }) =>
    new Promise((resolve, reject) => {
      const parameters = { message, nonce: salt, tagLength: length, ...cost };
      argon2?.('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(Buffer.from(key))));
    });
  const turns = turnsOf(maxAtOnce);
  if (!argon2) return null;
  try {
    // Node validates a call before a thread starts, so this call with the smallest values shows the support cheaply.
    const least = { message: '', nonce: Buffer.alloc(8), tagLength: 4, memory: 8, passes: 1, parallelism: 1 };
    argon2('argon2id', least, () => {});
    return (message, cost) => turns(() => call(message, cost));
  } catch {
    return null;
  }
}

/** WebAssembly has half the native speed and runs on the event loop. Empty messages are rejected. */
export const wasmArgon2id: Argon2id = async (message, { memory, passes, parallelism, salt, length }) => {
  const { default: hashWasm } = await import('hash-wasm/dist/argon2.umd.min.js');
  const cost = { memorySize: memory, iterations: passes, parallelism, hashLength: length };
  const password = Buffer.from(message || '\0');
  const key = await hashWasm.argon2id({ password, salt, ...cost, outputType: 'binary' });
  return Buffer.from(key);
};

export const argon2id: Argon2id = nativeArgon2id(crypto.argon2) ?? wasmArgon2id;
