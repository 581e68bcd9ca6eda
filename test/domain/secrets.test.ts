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
});
