import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import * as z from 'zod';
import { isAhead } from '#shared/values/ahead.ts';
import type { AccountId } from '#shared/values/tenant.ts';

const text = () => z.string().min(1);
const Root = () => z.string().min(32);
/** Functions read secrets at different times, so former and next keys are valid too. */
const Rooted = () =>
  z.object({
    root: Root().optional(),
    next_root: Root().optional(),
    former_roots: z.array(Root()).max(3).default([]),
  });
const JwtKey = () => z.object({ kid: text(), secret: z.base64url().min(43) });

/** If a vendor's key is missing, only its use fails. */
const forms = {
  sessions: () => Rooted().extend({ jwt_keys: z.array(JwtKey()).max(3).default([]) }),
  operators: Rooted,
  /** Keys at `/.well-known/jwks.json` verify sales deck tokens. */
  deck: Rooted,
  /** These keys hash IDs of customers' users, codes, networks and links in mails. */
  hashing: () => Rooted().extend({ hash_key: z.base64url().min(43).optional() }),
  /** Second factors must be readable again, so they are encrypted. */
  sealing: Rooted,
  webhooks: Rooted,
  /** A public client of the identity provider has no secret. */
  identity: () => z.object({ idp_client_secret: text() }).partial(),
  messaging: () => z.object({ messaging_token: text() }).partial(),
  channel: () => z.object({ channel_path: z.string().regex(/^\/\S+$/) }).partial(),
  llm: () => z.object({ llm_api_key: text() }).partial(),
  search: () => z.object({ search_api_key: text() }).partial(),
  social: () => z.object({ social_token: text(), social_gap_api_key: text() }).partial(),
  /** `assistant_api_key` opens every account that has no key of its own. */
  assistant: () =>
    z.object({ assistant_api_key: text() }).partial().catchall(z.unknown()) as unknown as z.ZodType<{
      assistant_api_key?: string;
    }>,
  billing: () => z.object({ billing_api_key: text(), billing_webhook_secret: text() }).partial(),
  partner: () => z.object({ partner_webhook_key: text() }).partial(),
} as const;

export type SecretKind = keyof typeof forms;
export const secretKinds = Object.keys(forms) as SecretKind[];
export const rootedKinds = ['sessions', 'operators', 'deck', 'hashing', 'sealing', 'webhooks'] as const;
export type RootedKind = (typeof rootedKinds)[number];
type Of<K extends SecretKind> = z.output<ReturnType<(typeof forms)[K]>>;

export const vendorSecretKinds = {
  idp_client_secret: 'identity',
  messaging_token: 'messaging',
  channel_path: 'channel',
  llm_api_key: 'llm',
  search_api_key: 'search',
  social_token: 'social',
  social_gap_api_key: 'social',
  assistant_api_key: 'assistant',
  billing_api_key: 'billing',
  billing_webhook_secret: 'billing',
  partner_webhook_key: 'partner',
} as const satisfies Record<string, SecretKind>;
export type VendorSecret = keyof typeof vendorSecretKinds;

type SealingKind = 'sealing' | 'webhooks';
export type SecretKey = { kid: string; secret: Uint8Array };
export type SigningKey = { kid: string; privateKey: KeyObject };
export type Secrets = {
  /** The first HS256 key signs; all keys verify. */
  jwtKeys(of: 'sessions' | 'operators'): Promise<readonly SecretKey[]>;
  /** The first Ed25519 key signs; all keys are published. */
  deckKeys(): Promise<readonly SigningKey[]>;
  /** Each account has its own key, so the hashes (hex) of one user in two accounts differ. */
  hashUser(accountId: AccountId, externalUserId: string): Promise<string>;
  userHashes(accountId: AccountId, externalUserId: string): Promise<readonly string[]>;
  /** The result is a keyed hash in hex. The text must begin with its kind. */
  mac(text: string): Promise<string>;
  macs(text: string): Promise<readonly string[]>;
  /**
   * `open` needs the same `context`. Webhooks have their own root key, because their function calls customers' servers.
   */
  seal(context: string, text: string, by?: SealingKind): Promise<string>;
  /** Throws unless `seal` made the text under this context. */
  open(context: string, sealed: string, by?: SealingKind): Promise<string>;
  ofVendor(name: VendorSecret): Promise<string>;
  /** `credentialRef` is the entry's name (`assistant_…`). */
  ofAdAccount(credentialRef: string): Promise<string>;
};

export class SecretMissing extends Error {
  override name = 'SecretMissing';
  constructor(what: string) {
    super(`The secret holds no ${what}.`);
  }
}

/** A rotated secret is read within this time. */
export const rereadMs = 300_000;

export function secretsFrom(readSecret: (kind: SecretKind) => Promise<string>, now: () => number): Secrets {
  const jwtKeys = {
    sessions: cachedSecret('sessions', ({ jwt_keys, ...roots }) => [
      ...rootsOf(roots).map((root) => namedKey(derived(root, 'jwt'))),
      ...jwt_keys.map(({ kid, secret }) => ({ kid, secret: Buffer.from(secret, 'base64url') })),
    ]),
    operators: cachedSecret('operators', (roots) => rootsOf(roots).map((root) => namedKey(derived(root, 'operator jwt')))),
  };
  const deckKeys = cachedSecret('deck', (roots) => rootsOf(roots).map((root) => ed25519(derived(root, 'deck'))));
  const hashing = cachedSecret('hashing', ({ hash_key, ...roots }) => ({
    hashKeys: [...rootsOf(roots).map((root) => derived(root, 'hash')), ...(hash_key ? [Buffer.from(hash_key, 'base64url')] : [])],
    macKeys: [
      ...rootsOf(roots).map((root) => derived(root, 'mac')),
      ...(hash_key ? [createHmac('sha256', hash_key).update('adtrail mac').digest()] : []),
    ],
  }));
  const sealing = {
    sealing: cachedSecret('sealing', (roots) => rootsOf(roots).map((root) => derived(root, 'seal'))),
    webhooks: cachedSecret('webhooks', (roots) => rootsOf(roots).map((root) => derived(root, 'seal webhooks'))),
  };
  const vendors = Object.fromEntries(secretKinds.map((kind) => [kind, cachedSecret(kind, (secret) => secret)]));

  function cachedSecret<K extends SecretKind, T>(kind: K, make: (storedSecret: Of<K>) => T): () => Promise<T> {
    let cached: { until: number; value: Promise<T> } | undefined;
    return () => {
      if (!cached || !isAhead(cached.until, now(), rereadMs)) {
        const value = readSecret(kind).then((storedText) => make(forms[kind]().parse(JSON.parse(storedText)) as Of<K>));
        const current = { until: now() + rereadMs, value };
        value.catch(() => {
          if (cached === current) cached = undefined;
        });
        cached = current;
      }
      return cached.value;
    };
  }
  async function entryOf(kind: SecretKind, name: string): Promise<unknown> {
    return ((await vendors[kind]?.()) as Record<string, unknown> | undefined)?.[name];
  }
  const hashKeys = async () => present((await hashing()).hashKeys, 'hashing');
  const macKeys = async () => present((await hashing()).macKeys, 'hashing');

  return {
    jwtKeys: async (of) => present(await jwtKeys[of](), of),
    deckKeys: async () => present(await deckKeys(), 'deck'),
    userHashes: async (accountId, id) => (await hashKeys()).map((key) => userHash(key, accountId, id)),
    macs: async (value) => (await macKeys()).map((key) => hmac(key, value)),
    hashUser: async (accountId, id) => userHash((await hashKeys())[0], accountId, id),
    mac: async (value) => hmac((await macKeys())[0], value),
    async ofVendor(name) {
      const entry = await entryOf(vendorSecretKinds[name], name);
      if (typeof entry !== 'string') throw new SecretMissing(name);
      return entry;
    },
    async ofAdAccount(credentialRef) {
      const entry = await entryOf('assistant', credentialRef);
      if (!credentialRef.startsWith('assistant_') || typeof entry !== 'string') throw new SecretMissing('key of this ad account');
      return entry;
    },
    async seal(context, value, by = 'sealing') {
      const [key] = present(await sealing[by](), by);
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      return `${sealVersion}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
    },
    async open(context, sealed, by = 'sealing') {
      const [version, data = ''] = sealed.split('.');
      if (version !== sealVersion) throw new Error('This text was not sealed here.');
      const bytes = Buffer.from(data, 'base64url');
      let failure: unknown;
      for (const key of present(await sealing[by](), by)) {
        try {
          const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
            .setAAD(Buffer.from(context))
            .setAuthTag(bytes.subarray(12, 28));
          return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8');
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
  };
}

const sealVersion = 'v1';

const rootsOf = ({ root, next_root, former_roots }: z.output<ReturnType<typeof Rooted>>) => [
  ...(root ? [root] : []),
  ...former_roots,
  ...(next_root ? [next_root] : []),
];

const derived = (root: string, purpose: string) => Buffer.from(hkdfSync('sha256', root, '', `adtrail ${purpose}`, 32));

const hmac = (key: Uint8Array, value: string) => createHmac('sha256', key).update(value).digest('hex');

const userHash = (key: Uint8Array, accountId: AccountId, externalUserId: string) =>
  hmac(createHmac('sha256', key).update(`account ${accountId}`).digest(), externalUserId);

const kidOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest('hex').slice(0, 8);
const namedKey = (secret: Uint8Array): SecretKey => ({ kid: kidOf(secret), secret });

const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex');
const ed25519 = (seed: Uint8Array): SigningKey => ({
  kid: kidOf(seed),
  privateKey: createPrivateKey({ key: Buffer.concat([ed25519Header, seed]), format: 'der', type: 'pkcs8' }),
});

function present<T>([first, ...more]: readonly T[], kind: RootedKind): readonly [T, ...T[]] {
  if (first === undefined) throw new Error(`The secret ${kind} holds no key.`);
  return [first, ...more];
}
