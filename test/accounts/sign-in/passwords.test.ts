import { argon2Sync, randomBytes } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { NewPassword } from '#shared/accounts/sign-in/new-password.ts';
import common from '#shared/accounts/sign-in/rules/common-passwords.json' with { type: 'json' };
import { isCommonPassword } from '#shared/accounts/sign-in/rules/common-passwords.ts';
import { hashPassword, verifyPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { hashesDuring } from '#test/kit/count-hashes.ts';
import { withRealPasswords } from '#test/kit/real-passwords.ts';

withRealPasswords();
const current = { memory: 19_456, passes: 2, parallelism: 1 };

type Changes = Partial<typeof current & { salt: Buffer; tagLength: number }>;

function phcOf(message: string, { salt = randomBytes(16), tagLength = 32, ...changes }: Changes = {}) {
  const { memory, passes, parallelism } = { ...current, ...changes };
  const tag = argon2Sync('argon2id', { message, nonce: salt, tagLength, memory, passes, parallelism });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`;
}

describe('a hashed password', () => {
  it('a hashed password is a standard PHC string of argon2id with 19 MiB, two passes and one lane', async () => {
    const text = await hashPassword('correct horse 🐎');
    const [, salt = '', tag = ''] = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/.exec(text) ?? [];
    expect(Buffer.from(tag, 'base64')).toHaveLength(32);
    expect(phcOf('correct horse 🐎', { salt: Buffer.from(salt, 'base64') })).toBe(text);
  });

  it('a hash of the same password differs each time', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('only the right password is verified', async () => {
    const phc = await hashPassword('correct horse 🐎');
    expect(await verifyPassword('correct horse 🐎', phc)).toEqual({ isRight: true, needsRehash: false });
    for (const wrong of ['correct horse', 'Correct horse 🐎', 'correct horse 🐎 ', ''])
      expect(await verifyPassword(wrong, phc)).toEqual({ isRight: false, needsRehash: false });
  });

  it('a password is the same whichever way a keyboard writes its letters (Unicode NFKC)', async () => {
    const phc = await hashPassword('Ｐａｓｓ１２ cafe\u0301');
    for (const same of ['Pass12 café', 'Pass12 cafe\u0301']) expect((await verifyPassword(same, phc)).isRight).toBe(true);
    expect((await verifyPassword('Pass12 cafe', phc)).isRight).toBe(false);
  });

  it.each([
    ['more memory', { memory: 20_000 }],
    ['less memory', { memory: 64 }],
    ['another number of passes', { memory: 64, passes: 3 }],
    ['more lanes', { parallelism: 2 }],
    ['a shorter tag', { tagLength: 16 }],
    ['a longer salt', { salt: randomBytes(24) }],
  ])('a hash made with %s is verified by its own parameters, and is to be replaced', async (_, changes) => {
    const phc = phcOf('correct horse', changes);
    expect(await verifyPassword('correct horse', phc)).toEqual({ isRight: true, needsRehash: true });
    expect(await verifyPassword('wrong horse', phc)).toEqual({ isRight: false, needsRehash: false });
  });

  const good = phcOf('correct horse');
  it.each([
    ['none', null],
    ['nothing in it', ''],
    ['another text', 'correct horse'],
    ['another algorithm', good.replace('argon2id', 'argon2i')],
    ['another version', good.replace('v=19', 'v=16')],
    ['a GiB of memory', good.replace('m=19456', 'm=1048576')],
    ['more memory than a number holds', good.replace('m=19456', 'm=99999999999999999999')],
    ['99 passes', good.replace('t=2', 't=99')],
    ['no passes', good.replace('t=2', 't=0')],
    ['99 lanes', good.replace('p=1', 'p=99')],
    ['less memory than its lanes need', good.replace('m=19456,t=2,p=1', 'm=8,t=2,p=2')],
    ['no salt', good.replace(/\$[^$]+(\$[^$]+)$/, '$$$1')],
    ['no tag', good.replace(/[^$]+$/, '')],
    ['a short tag', good.replace(/[^$]+$/, 'AAAA')],
    ['something behind it', `${good}$`],
    ['a line behind it', `${good}\n`],
  ])('the hash %s never matches, at the cost of one derivation of the usual size', async (_, phc) => {
    let verdict: object = {};
    const hashes = await hashesDuring(async () => {
      verdict = await verifyPassword('correct horse', phc);
    });
    expect(verdict).toEqual({ isRight: false, needsRehash: false });
    expect(hashes).toBe(1);
  });

  it('a hashed password costs one derivation to verify, right or wrong', async () => {
    for (const password of ['correct horse', 'wrong horse']) expect(await hashesDuring(() => verifyPassword(password, good))).toBe(1);
  });
});

describe('the most common passwords', () => {
  it('the most common passwords are the first ten thousand of the source that are long enough', () => {
    const long = dictionary['passwords-common'].filter((word) => [...word].length >= 6);
    expect(common.words.split(' ')).toEqual(long.slice(0, 10_000));
  });

  it('common passwords are recognized in any letter case and width', () => {
    for (const password of ['password', 'PASSWORD', 'PassWord', 'ｐａｓｓｗｏｒｄ', '１２３４５６', 'qwerty'])
      expect([password, isCommonPassword(password)]).toEqual([password, true]);
    for (const password of ['password of mine', 'correct horse', '', 'toString', '__proto__'])
      expect([password, isCommonPassword(password)]).toEqual([password, false]);
  });
});

describe('a new password', () => {
  const typesOf = (value: unknown) =>
    NewPassword.safeParse(value).error?.issues.map((issue) => (issue.code === 'custom' ? issue.params?.type : issue.code)) ?? [];

  it.each([
    ['six characters', 'kX9!mq', []],
    ['six characters outside the first plane', '🐎🦄🐖🐓🐈🐕', []],
    ['256 bytes', `${'€'.repeat(85)}x`, []],
    ['blanks in it', ' a b c ', []],
    ['five characters', 'kX9!m', ['string_too_short']],
    ['three characters in six code units', '🐎🦄🐖', ['string_too_short']],
    ['three letters, each with an accent of its own', 'a\u0301e\u0301o\u0301', ['string_too_short']],
    ['257 bytes', 'x'.repeat(257), ['string_too_long']],
    ['257 bytes in 86 characters', `${'€'.repeat(85)}xx`, ['string_too_long']],
    ['half a character', 'horses\ud83d', ['string_unicode']],
    ['a common one', 'Letmein', ['password_too_common']],
    ['no text', 123456, ['invalid_type']],
    ['nothing', undefined, ['invalid_type']],
  ])('a new password is refused: %s', (_, value, types) => {
    expect(typesOf(value)).toEqual(types);
  });

  it('a new password is accepted unchanged', () => {
    expect(NewPassword.parse('  Ｋeep it  ')).toBe('  Ｋeep it  ');
  });

  it('no message repeats a new password', () => {
    for (const password of ['letmein', 'short', 'x'.repeat(300)])
      expect(JSON.stringify(NewPassword.safeParse(password).error?.issues.map(({ message }) => message))).not.toContain(password);
  });
});
