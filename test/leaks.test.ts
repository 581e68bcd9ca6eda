import { codesOf, leaksIn, secretsOf } from '#test/kit/leaks.ts';

const line = (message: string) => JSON.stringify({ level: 'ERROR', service: 'adtrail', message });

describe('the search of the log', () => {
  it.each([
    ['an e-mail address', 'no account for Ada.Lovelace+x@mail.example.co.uk'],
    ['a token', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_def'],
    ['a secret key', 'key sk_live_4fTq0ZkJ8vW2nRxLmP7aBc'],
    ['a secret key', 'key sk_test_4fTq0ZkJ8vW2nRxLmP7aBc'],
    ['a phone number', 'to +4915112345678'],
    ['a password hash', '$argon2id$v=19$m=19456'],
  ])('the search of the log finds %s by its look', (what, message) => {
    expect(leaksIn(line(message))).toEqual([what]);
  });

  it('the search of the log finds what a test has sent, was answered or was mailed, in any place', () => {
    const sent = secretsOf({
      email: 'ada@northwind.example',
      password: 'four plain words',
      code: '042917',
      items: [{ phone: '491511234567', full_name: 'Ada Lovelace' }],
    });
    const all = [...sent, ...codesOf('Your code is 730021.')];
    const leaked = (text: string) => leaksIn(line(text), all);
    expect(leaked('wrong: "four plain words" given')).toEqual(['a value of password']);
    expect(leaked('code=042917')).toEqual(['a value of code']);
    expect(leaked('call 491511234567')).toEqual(['a value of phone']);
    expect(leaked('Ada Lovelace is here')).toEqual(['a value of full_name']);
    expect(leaked('code 730021 sent')).toEqual(['a code']);
  });

  it('the search of the log finds nothing in an ordinary line', () => {
    const secrets = [...codesOf('Your code is 730021.'), ...secretsOf({ code: 'not_found', password: 'constructor' })];
    for (const text of [
      '{"_aws":{"Timestamp":1795253400000},"duration":0.730021,"status":"401","request_id":"3c9d1d4e-7f0b-4a53-9a43-0d7c1c1f8a52"}',
      line('constructor of file:///app/node_modules/x.js:3: not_found 17300219 not there'),
      line('pk_live_4fTq0ZkJ8vW2nRxLmP7aBc is public'),
    ])
      expect(leaksIn(text, secrets)).toEqual([]);
  });
});
