/// <reference path="./hash-wasm-argon2.d.ts" />
import * as crypto from 'node:crypto';

/** `memory` in KiB; `length` of the derived key in bytes. */
export type Argon2id = (message: string, cost: Argon2idCost) => Promise<Buffer>;
export type Argon2idCost = {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  length: number;
};

type Native = typeof crypto.argon2;

/** Of Node's four threads, so that the disk, signatures and name look-ups, which share them, do not wait for hashes. */
const maxAtOnce = 3;

/** Runs so many tasks at once, the others in the order in which they came. */
function turnsOf(atOnce: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The turn goes on to the next one.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/**
 * Node's own argon2id; `null` where this build of Node has none: it takes OpenSSL 3.2, and a Node that is linked to an
 * older one names the function and refuses every call.
 */
export function nativeArgon2id(argon2: Native | undefined): Argon2id | null {
  const call: Argon2id = (message, { salt, length, ...cost }) =>
    new Promise((resolve, reject) => {
      const parameters = { message, nonce: salt, tagLength: length, ...cost };
      argon2?.('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(Buffer.from(key))));
    });
  const turns = turnsOf(maxAtOnce);
  if (!argon2) return null;
  try {
    // Checked at once, before a thread begins.
    const least = { message: '', nonce: Buffer.alloc(8), tagLength: 4, memory: 8, passes: 1, parallelism: 1 };
    argon2('argon2id', least, () => {});
    return (message, cost) => turns(() => call(message, cost));
  } catch {
    return null;
  }
}

/**
 * The same in WebAssembly, at about half the speed and on the event loop. Loaded where it is first used. An empty message,
 * which is nobody's password, gets the key of another one: the package takes none.
 */
export const wasmArgon2id: Argon2id = async (message, { memory, passes, parallelism, salt, length }) => {
  const { default: hashWasm } = await import('hash-wasm/dist/argon2.umd.min.js');
  const cost = { memorySize: memory, iterations: passes, parallelism, hashLength: length };
  const password = Buffer.from(message || '\0');
  const key = await hashWasm.argon2id({ password, salt, ...cost, outputType: 'binary' });
  return Buffer.from(key);
};

/** Argon2id, version 19 (RFC 9106): Node's own, or WebAssembly without it. */
export const argon2id: Argon2id = nativeArgon2id(crypto.argon2) ?? wasmArgon2id;
