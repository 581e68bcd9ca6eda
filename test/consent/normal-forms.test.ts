import { describe, expect, it } from 'vitest';
import { emailForms, emailHashes, externalIdHashes, isEmail, isHash, phoneForm, phoneHashes } from '#shared/consent/rules/normal-forms.ts';
import { sha256 } from '#shared/values/ids.ts';

describe('emailHashes', () => {
  const google = '06a240d11cc201676da976f7b49341181fd180da37cbe40a77432c0a366c80c3';
  const tagged = '90ab4306d159cb792a65c73978c2069d246911004e9e7247aa7f42322f8d4f32';
  const googlemail = '987bbe39afd4ecaa62d2b779c4889e7c162eaf1dfb01ec57a9b6a016dd4ee798';
  const example = '973dfe463ec85785f5f95af5ba3906eedb2d931c24e69824a89ea65dba4e813b';
  it.each([
    [' John.Doe+Tag@Gmail.COM ', 'fa977c0b3d18f155576d45ff2fb915a4ef183d2a5981dfb4100fd2f7acf52821', google, google],
    ['John.Doe+tag@Example.com', tagged, tagged, '55e79200c1635b37ad31a378c39feb12f120f116625093a19bc32fff15041149'],
    ['j.d@googlemail.com', sha256('j.d@googlemail.com'), googlemail, googlemail],
    ['test@example.com', example, example, example],
  ])('makes the three forms of "%s"', (text, plain, ofGoogle, canonical) => {
    expect(isEmail(text)).toBe(true);
    expect(emailHashes(text)).toEqual({ plain, google: ofGoogle, canonical });
  });

  it('omits the forms of an address that has nothing but a tag', () => {
    expect(Object.keys(emailHashes('+news@gmail.com'))).toEqual(['plain']);
    expect(Object.keys(emailHashes('+news@example.com'))).toEqual(['plain', 'google']);
    expect(emailForms).toHaveLength(3);
  });

  it.each(['', ' \t ', 'nobody', 'a b@example.com', 'a@example', 'a@.com', 'a@b@example.com', `${'a'.repeat(320)}@example.com`])(
    'takes "%s" for no address',
    (text) => expect(isEmail(text)).toBe(false),
  );
});

describe('phoneForm', () => {
  const us = [
    'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
    '1e231c66011e7a2d867a9cfae267a6aff103cf4913640b6e71a99850fc0ffbc8',
  ];
  const ukDigits = '033134b911b137918338415ee3d20a064b24773d36a3b02e8b99fdd3fcd6b4cd';
  it.each([
    ['+1 (650) 555-1212', null, us],
    ['650-555-1212', 'US', us],
    ['(650) 555-1212', 'US', us],
    ['001 650 555 1212', 'GB', us],
    ['0044 7700 900123', null, [ukDigits]],
    ['0044 7700 900123', 'US', [ukDigits]],
    ['011 44 7700 900123', 'US', [ukDigits]],
    ['+44 (0)7700 900123', null, [ukDigits]],
    ['07700 900123', 'GB', [ukDigits]],
    ['+44 7700 900123', 'US', [ukDigits]],
  ])('hashes "%s" with the default country %s as digits and as E.164', async (text, country, [digits, e164]) => {
    const number = await phoneForm(text, country);
    const hashes = phoneHashes(String(number));
    expect(hashes.digits).toBe(digits);
    if (e164) expect(hashes.e164).toBe(e164);
    expect(hashes.e164).not.toBe('238aa6e08af0cf4db9df412141e20c5ab6e15ca5fdaf5b2ccdab4b26dd8aad6b');
  });

  it.each(['650-555-1212', '6505551212', '16505551212', '07700 900123', '', '  ', 'call me', '+1 650 555 1212 ext. 7', '+999 1234567'])(
    'refuses "%s" without a default country',
    async (text) => expect(await phoneForm(text, null)).toBeNull(),
  );
});

it('externalIdHashes keeps the case in one form and not in the other', () => {
  expect(externalIdHashes(' User-1 ')).toEqual({
    lower: 'c6c289e49e9c05b2145860387b73bcb18df43fb09a1e4a4a9713c76c88bb541b',
    cased: '72e7a0d15b2efd5aa47b550f3c67b400d685f8350187cc122bca3910e93d087d',
  });
  expect(externalIdHashes(' \n ')).toBeNull();
});

it.each([
  [sha256('a'), true],
  [sha256('a').toUpperCase(), true],
  [`${sha256('a')}.AQQCAQMC`, true],
  ['d41d8cd98f00b204e9800998ecf8427e', true],
  ['test@example.com', false],
  ['16505551212', false],
])('isHash tells whether "%s" is a hash: %s', (text, expected) => expect(isHash(text)).toBe(expected));
