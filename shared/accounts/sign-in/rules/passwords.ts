import { randomBytes, timingSafeEqual } from 'node:crypto';
import { argon2id } from './argon2id.ts';

/** OWASP's second recommended profile has 19 MiB, two passes and one lane. */
const profile = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const tagBytes = 32;
type Parameters = { memory: number; passes: number; parallelism: number; salt: Buffer; tag: Buffer };

const derive = (password: string, { tag, ...cost }: Parameters) => argon2id(hashedForm(password), { length: tag.length, ...cost });

/** Keyboards write the same letters differently, such as full-width digits, so passwords are hashed in NFKC. */
export const hashedForm = (password: string) => password.normalize('NFKC');

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await derive(password, { ...profile, salt, tag: Buffer.alloc(tagBytes) });
  return `$argon2id$v=19$m=${profile.memory},t=${profile.passes},p=${profile.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** A missing or suspicious stored hash costs a derivation too, so response times reveal nothing. */
export async function verifyPassword(password: string, phc: string | null): Promise<{ isRight: boolean; needsRehash: boolean }> {
  const parameters = phc === null ? null : parametersOf(phc);
  const { tag, ...rest } = parameters ?? nobody;
  const isSame = timingSafeEqual(await derive(password, { ...rest, tag }), tag);
  const isRight = parameters !== null && isSame;
  return { isRight, needsRehash: isRight && !isCurrent(parameters) };
}

const nobody: Parameters = { ...profile, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) };

const phcForm = /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-9]\d?)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** A stored hash with more than 256 MiB, 16 passes or 16 lanes would block the function. */
function parametersOf(phc: string): Parameters | null {
  const [, m, t, p, salt = '', tag = ''] = phcForm.exec(phc) ?? [];
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)];
  if (!(memory <= 262_144 && memory >= 8 * parallelism && passes <= 16 && parallelism <= 16)) return null;
  return { memory, passes, parallelism, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}

const isCurrent = ({ memory, passes, parallelism, salt, tag }: Parameters) =>
  memory === profile.memory &&
  passes === profile.passes &&
  parallelism === profile.parallelism &&
  salt.length === saltBytes &&
  tag.length === tagBytes;

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
