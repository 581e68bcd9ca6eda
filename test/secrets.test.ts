import { type RootedKind, rootedKinds, type SecretKind, secretKinds, secretsFrom } from '#shared/secrets.ts';

const [older, newer] = ['o'.repeat(40), 'n'.repeat(40)];
const read = (stored: Partial<Record<SecretKind, object>>) => secretsFrom(async (kind) => JSON.stringify(stored[kind] ?? {}), Date.now);
const rooted = (root: object) => read(Object.fromEntries(rootedKinds.map((kind) => [kind, root])));

describe('the secrets', () => {
  it('the secrets hand out the keys of vendors that they hold, and name the one that is missing', async () => {
    expect(await read({ messaging: { messaging_token: 'given' } }).ofVendor('messaging_token')).toBe('given');
    await expect(read({ llm: { messaging_token: 'given' } }).ofVendor('messaging_token')).rejects.toThrow(
      'The secret holds no messaging_token.',
    );
  });

  it('the secrets are read again after five minutes, so that a new key arrives without a deployment', async () => {
    let clock = 0;
    let token = 'old';
    const secrets = secretsFrom(
      async () => JSON.stringify({ messaging_token: token }),
      () => clock,
    );
    expect(await secrets.ofVendor('messaging_token')).toBe('old');
    token = 'new';
    clock = 299_000;
    expect(await secrets.ofVendor('messaging_token')).toBe('old');
    clock = 301_000;
    expect(await secrets.ofVendor('messaging_token')).toBe('new');
  });

  it('the secrets are read one by one: only the kind that is needed, and again when a read has failed', async () => {
    const asked: SecretKind[] = [];
    let isDown = true;
    const secrets = secretsFrom(async (kind) => {
      asked.push(kind);
      if (isDown) throw new Error('down');
      return JSON.stringify({ root: newer });
    }, Date.now);
    await expect(secrets.jwtKeys('sessions')).rejects.toThrow('down');
    isDown = false;
    expect(await secrets.jwtKeys('sessions')).toHaveLength(1);
    await secrets.mac('a');
    await secrets.hashUser(1, 'a');
    expect(asked).toEqual(['sessions', 'sessions', 'hashing']);
    expect(new Set(secretKinds).size).toBe(15);
  });

  it('the secrets derive a different key for each purpose', async () => {
    const secrets = rooted({ root: newer });
    const keys = await Promise.all([
      ...(['sessions', 'operators'] as const).map(async (of) => {
        const [key] = await secrets.jwtKeys(of);
        return Buffer.from(key?.secret ?? []).toString('hex');
      }),
      secrets.deckKeys().then(([key]) => key?.privateKey.export({ format: 'jwk' }).d),
      secrets.mac('account 1'),
      secrets.hashUser(1, ''),
    ]);
    expect(new Set(keys).size).toBe(5);
  });

  it('the secrets after a rotation make new values with the new root, and know those of the former one', async () => {
    const before = rooted({ root: older });
    const after = rooted({ root: newer, former_roots: [older] });
    const kids = async (secrets: typeof before) =>
      Promise.all([...(['sessions', 'operators'] as const).map((of) => secrets.jwtKeys(of)), secrets.deckKeys()]).then((all) =>
        all.map((keys) => keys.map(({ kid }) => kid)),
      );
    const [known, now] = [await kids(before), await kids(after)];
    expect(now.map(([, former]) => former)).toEqual(known.map(([kid]) => kid));
    expect(await after.macs('a')).toEqual([await after.mac('a'), await before.mac('a')]);
    expect(await after.mac('a')).not.toBe(await before.mac('a'));
    expect(await after.userHashes(1, 'ada')).toEqual([await after.hashUser(1, 'ada'), await before.hashUser(1, 'ada')]);
  });

  it.each<RootedKind>([...rootedKinds])('refuse to work without a root of %s', async (kind) => {
    const secrets = read({});
    const uses: Record<RootedKind, () => Promise<unknown>> = {
      sessions: () => secrets.jwtKeys('sessions'),
      operators: () => secrets.jwtKeys('operators'),
      deck: () => secrets.deckKeys(),
      hashing: () => secrets.mac('a'),
      sealing: () => secrets.seal('a', 'b'),
      webhooks: () => secrets.seal('a', 'b', 'webhooks'),
    };
    await expect(uses[kind]()).rejects.toThrow(`The secret ${kind} holds no key.`);
  });

  it('the secrets seal a text for one context: neither another context, nor another root, nor a changed text opens it', async () => {
    const [own, other] = [rooted({ root: older }), rooted({ root: newer })];
    const sealed = await own.seal('mfa user 1', 'a secret');
    expect(sealed).not.toContain(Buffer.from('a secret').toString('base64url'));
    expect(await own.seal('mfa user 1', 'a secret')).not.toBe(sealed);
    expect(await own.open('mfa user 1', sealed)).toBe('a secret');
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    await expect(own.open('mfa user 2', sealed)).rejects.toThrow();
    await expect(other.open('mfa user 1', sealed)).rejects.toThrow();
    await expect(own.open('mfa user 1', changed)).rejects.toThrow();
    await expect(own.open('mfa user 1', 'a secret')).rejects.toThrow('not sealed here');
    await expect(own.open('mfa user 1', sealed, 'webhooks')).rejects.toThrow();
    expect(await own.open('a', await own.seal('a', 'b', 'webhooks'), 'webhooks')).toBe('b');
    const rotated = rooted({ root: newer, former_roots: [older] });
    expect(await rotated.open('mfa user 1', sealed)).toBe('a secret');
  });
});
