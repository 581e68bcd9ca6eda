import * as crypto from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { nativeArgon2id, wasmArgon2id } from '#shared/accounts/sign-in/rules/argon2id.ts';
import { withRealPasswords } from '#test/kit/real-passwords.ts';

withRealPasswords();
const salt = Buffer.from('somesalt');
const small = { memory: 256, passes: 2, parallelism: 1, salt, length: 32 };
const native = nativeArgon2id(crypto.argon2);

describe.each([
  ["Node's own argon2id", native],
  ['argon2id in WebAssembly', wasmArgon2id],
])('%s', (_, argon2id) => {
  it('%s derives the key of the reference implementation', async () => {
    // The source is test.c of the reference implementation: m = 2^8, t = 2, p = 1.
    const key = await argon2id?.('password', small);
    expect(key?.toString('hex')).toBe('9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe');
  });
});

it('both derive the same keys at every cost', async () => {
  for (const [memory, passes, parallelism, length] of [
    [64, 1, 1, 16],
    [128, 3, 4, 32],
    [19_456, 2, 1, 32],
  ] as const)
    for (const message of ['a', 'correct horse battery staple', 'пароль 🔑']) {
      const cost = { memory, passes, parallelism, length, salt: crypto.randomBytes(16) };
      expect(await wasmArgon2id(message, cost)).toEqual(await native?.(message, cost));
    }
});

it('derives a key of an empty message too, at the same cost', async () => {
  expect(await wasmArgon2id('', small)).toHaveLength(32);
});

it('nativeArgon2id returns null for a Node without argon2id or with an OpenSSL that is too old', () => {
  expect(nativeArgon2id(undefined)).toBeNull();
  const refusing = () => {
    throw Object.assign(new Error('Argon2 algorithm not supported'), {
      code: 'ERR_CRYPTO_ARGON2_NOT_SUPPORTED',
    });
  };
  expect(nativeArgon2id(refusing as unknown as typeof crypto.argon2)).toBeNull();
});

it('hashing leaves one thread for the disk and runs further hashes in order, even after a failure', async () => {
  const begun: ((error: Error | null, key: Buffer) => void)[] = [];
  const counted = nativeArgon2id(((_: string, __: object, done: (typeof begun)[number]) =>
    begun.push(done)) as unknown as typeof crypto.argon2);
  begun.length = 0;
  const done: number[] = [];
  const hashes = Array.from({ length: 6 }, (_, i) =>
    counted?.('a password', small)
      .catch(() => null)
      .then(() => done.push(i)),
  );
  for (let ended = 0; ended < hashes.length; ended++) {
    await turn();
    expect(begun.length).toBe(Math.min(ended + 3, hashes.length));
    begun[ended]?.(ended === 1 ? new Error('no memory') : null, Buffer.alloc(32));
  }
  await Promise.all(hashes);
  expect(done).toEqual([0, 1, 2, 3, 4, 5]);
});
