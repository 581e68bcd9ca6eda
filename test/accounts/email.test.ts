import { domainOf, normalizedEmail } from '#shared/accounts/rules/email.ts';
import { emailOfPhone, phoneOfEmail } from '#shared/accounts/rules/phone-accounts.ts';
import { isReservedEmail } from '#shared/accounts/rules/reserved-email.ts';
import { cpuClock } from '#test/kit/cpu-clock.ts';

const domain253 = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;

describe('an e-mail address is known by one form', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada@EXAMPLE.com', 'ada@example.com'],
    ['  ada@example.com\r\n', 'ada@example.com'],
    ['\u00a0ada@example.com\u3000', 'ada@example.com'],
    ['ada＠example.com', 'ada@example.com'],
    ['ada﹫example.com', 'ada@example.com'],
    ['ＡＤＡ@ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    ['ada@example。com', 'ada@example.com'],
    ['ada@exam\u2060ple.com', null],
    ['ada+shop.1@sub.example.co', 'ada+shop.1@sub.example.co'],
    ["o'neil&co@example.com", "o'neil&co@example.com"],
    ['ada@münchen.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@MÜNCHEN.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@mu\u0308nchen.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@xn--mnchen-3ya.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@xn--MNCHEN-3YA.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    ['\u212aelvin@example.com', 'kelvin@example.com'],
  ])('%j is %j', (text, email) => expect(normalizedEmail(text)).toBe(email));

  it.each([
    '',
    ' ',
    '@',
    'ada',
    '@example.com',
    'ada@',
    'ada@@example.com',
    'ada@b@example.com',
    'ada@example',
    'ada@example.com.',
    'ada@.example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@exa_mple.com',
    'ada@example.c',
    'ada@example.1a',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@[::1]',
    'ada@0x7f.1',
    'ada@xn--a',
    'ada@localhost',
    'a..b@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a da@example.com',
    'ada@exam ple.com',
    'ada@exam\tple.com',
    'ada@exam\nple.com',
    'ada\n@example.com',
    'ada\u0000@example.com',
    // The mail service accepts only ASCII before the @; the а is Cyrillic.
    'аda@example.com',
    'jörg@example.com',
    'İ@example.com',
    '"ada"@example.com',
    'ada(comment)@example.com',
    'Ada <ada@example.com>',
    'ada@example.com,bob@example.com',
    'ada@example.com;bob@example.com',
    'mailto:ada@example.com',
    'ada@example.com\r\nBcc: all@example.com',
    // A URL parser would cut or decode these addresses.
    'ada@example.com/evil',
    'ada@example.com?evil',
    'ada@example.com#evil',
    'ada@example.com:25',
    'ada@example.com\\evil',
    'ada@exa%6dple.com',
    'ada@\ud800.com',
    '\udfff@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    // An address has at most 255 octets, so a domain of 253 leaves no room for a name.
    `a@${domain253}`,
    `ada@${'ü'.repeat(60)}.com`,
  ])('%j is none', (text) => expect(normalizedEmail(text)).toBeNull());

  it('an e-mail address has at most 254 octets', () => {
    const domain = domain253.slice(3);
    expect(normalizedEmail(`abc@${domain}`)).toHaveLength(254);
    expect(normalizedEmail(`abcd@${domain}`)).toBeNull();
  });

  it('a normalised e-mail address does not change when it is normalised again', () => {
    for (let point = 0; point < 0x30_000; point++) {
      const letter = String.fromCodePoint(point);
      for (const text of [`a${letter}b@example.com`, `ada@a${letter}b.example.com`, `ada${letter}a.example`]) {
        const email = normalizedEmail(text);
        if (email === null) continue;
        expect([text, normalizedEmail(email)]).toEqual([text, email]);
        expect(email).toMatch(/^[!-~]+@[a-z0-9.-]+$/);
      }
    }
  });

  it.each([
    ['a@', 'a.'],
    ['', 'a.'],
    ['a@', '-'],
    ['', '@'],
    ['a@', 'xn--'],
    ['', 'ﷺ'],
    ['a@', '\u0300'],
    [' ', ' '],
    ['a', '.a'],
  ])('a text is quickly found to be no e-mail address, however long: %j and many %j', (start, part) => {
    const began = cpuClock();
    for (const length of [900, 1000, 10_000_000]) expect(normalizedEmail(start + part.repeat(length / part.length))).toBeNull();
    expect(cpuClock() - began).toBeLessThan(100);
  });

  it('an e-mail address has a domain', () => {
    expect(domainOf('ada@example.com')).toBe('example.com');
  });
});

describe('a generated address', () => {
  it('a generated address leads to the phone it was made of', () => {
    const email = emailOfPhone('+4915112345678', 'Operator.Example');
    expect(email).toBe('user+4915112345678@operator.example');
    expect(normalizedEmail(email)).toBe(email);
    expect(phoneOfEmail(email, 'Operator.Example')).toBe('+4915112345678');
  });

  it.each([
    'user+4915112345678@sub.operator.example',
    'user+4915112345678@operator.example.evil.example',
    'user+4915112345678@evil-operator.example',
    'user+abc@operator.example',
    'user+@operator.example',
    'user@operator.example',
    'ada+4915112345678@operator.example',
    'xuser+4915112345678@operator.example',
  ])('a generated address differs from %s', (email) => {
    expect(phoneOfEmail(email, 'operator.example')).toBeNull();
    expect(isReservedEmail(email, 'operator.example')).toBe(false);
  });
});

describe('a reserved address', () => {
  it.each(['user+4915112345678@operator.example', 'invalidate_ada@example.com'])('the address is reserved: %s', (email) =>
    expect(isReservedEmail(email, 'operator.example')).toBe(true),
  );
});
