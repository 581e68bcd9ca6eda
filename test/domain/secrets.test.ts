import { secretsFrom } from '#shared/secrets.ts';

const root = 'r'.repeat(40);

describe('the secrets', () => {
  it('hand out the keys of vendors that they hold, and name the one that is missing', async () => {
    const secrets = (stored: object) => secretsFrom(async () => JSON.stringify(stored), Date.now);
    expect(await secrets({ root, messaging_token: 'given' }).ofVendor('messaging_token')).toBe('given');
    await expect(secrets({ root }).ofVendor('messaging_token')).rejects.toThrow(
      'The secret holds no messaging_token.',
    );
  });

  it('are read again after five minutes, so that a new key arrives without a deployment', async () => {
    let clock = 0;
    let token = 'old';
    const secrets = secretsFrom(
      async () => JSON.stringify({ root, messaging_token: token }),
      () => clock,
    );
    expect(await secrets.ofVendor('messaging_token')).toBe('old');
    token = 'new';
    clock = 299_000;
    expect(await secrets.ofVendor('messaging_token')).toBe('old');
    clock = 301_000;
    expect(await secrets.ofVendor('messaging_token')).toBe('new');
  });

  it('seal a text for one context: neither another context, nor another root, nor a changed text opens it', async () => {
    const secrets = (stored: object) => secretsFrom(async () => JSON.stringify(stored), Date.now);
    const [own, other] = [secrets({ root }), secrets({ root: 'x'.repeat(40) })];
    const sealed = await own.seal('mfa user 1', 'a secret');
    expect(sealed).not.toContain(Buffer.from('a secret').toString('base64url'));
    expect(await own.seal('mfa user 1', 'a secret')).not.toBe(sealed);
    expect(await own.open('mfa user 1', sealed)).toBe('a secret');
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    await expect(own.open('mfa user 2', sealed)).rejects.toThrow();
    await expect(other.open('mfa user 1', sealed)).rejects.toThrow();
    await expect(own.open('mfa user 1', changed)).rejects.toThrow();
    await expect(own.open('mfa user 1', 'a secret')).rejects.toThrow('not sealed here');
  });
});
