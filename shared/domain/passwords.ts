import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's second argon2id profile: 19 MiB, two passes, one lane. */
const profile = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const derive = promisify(argon2);
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** A password as an argon2id PHC string, which carries its parameters, so that they can change. About 25 ms. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, tagLength: 32, ...profile });
  return `$argon2id$v=19$m=${profile.memory},t=${profile.passes},p=${profile.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}
