import { argon2Sync } from 'node:crypto';
import { hashPassword } from '#shared/domain/passwords.ts';

describe('a hashed password', () => {
  it('is a PHC string of argon2id with 19 MiB, two passes and one lane, which any argon2id can check', async () => {
    const text = await hashPassword('correct horse 🐎');
    const [, salt = '', tag = ''] =
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/.exec(text) ?? [];
    const bytes = (part: string) => Buffer.from(part, 'base64');
    expect([bytes(salt).length, bytes(tag).length]).toEqual([16, 32]);
    const derive = (message: string) =>
      argon2Sync('argon2id', {
        message,
        nonce: bytes(salt),
        tagLength: 32,
        memory: 19_456,
        passes: 2,
        parallelism: 1,
      });
    expect(derive('correct horse 🐎')).toEqual(bytes(tag));
    expect(derive('correct horse')).not.toEqual(bytes(tag));
  });

  it('is another each time', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });
});
