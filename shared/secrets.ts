import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod';

/** Keys that vendors gave us and that may stand in the secret; what needs a missing one fails when it uses it. */
const VendorSecrets = z
  .object({
    messaging_token: z.string().min(1),
    llm_api_key: z.string().min(1),
    /** Opens every account of the conversational assistant's ads that has no key of its own. */
    assistant_api_key: z.string().min(1),
    search_api_key: z.string().min(1),
    /** Of the ad library itself (a user's access token), and of the provider that fills its gaps. */
    social_token: z.string().min(1),
    social_gap_api_key: z.string().min(1),
    /** The payment processor's key for calls to it, and its secret for what it sends. */
    billing_api_key: z.string().min(1),
    billing_webhook_secret: z.string().min(1),
    /** The key by which the licence partner signs. */
    partner_webhook_key: z.string().min(1),
    /** Path of the internal channel's webhook. */
    channel_path: z.string().regex(/^\/\S+$/),
  })
  .partial();
export type VendorSecret = keyof z.output<typeof VendorSecrets>;

/** Keys of ad accounts stand beside the others, under names that operators chose. */
const AdAccountKeys = z.record(z.string(), z.unknown());

const JwtKey = z.object({ kid: z.string().min(1), secret: z.base64url().min(43) });
const Stored = z.object({
  ...VendorSecrets.shape,
  /** One generated text from which every secret below is derived unless it is given. */
  root: z.string().min(32).optional(),
  /** Newest first: the first signs, all verify. To rotate, put a new one in front and drop the old after a day. */
  jwt_keys: z.array(JwtKey).min(1).max(3).optional(),
  hash_key: z.base64url().min(43).optional(),
});

type SecretKey = { kid: string; secret: Uint8Array };
export type Secrets = {
  jwtKeys(): Promise<readonly SecretKey[]>;
  /** Keyed hash (hex) of an account's user id: the key is the account's own, so that hashes of two accounts never meet. */
  hashUser(accountId: number, externalUserId: string): Promise<string>;
  /** Keyed hash (hex) of a text that is never to be guessed from what is stored. Begin the text with what it is. */
  mac(text: string): Promise<string>;
  /** Encrypts a text that must be read again. Only `open` with the same `context`, what the text belongs to, reads it. */
  seal(context: string, text: string): Promise<string>;
  /** Throws for what `seal` did not make under this context. */
  open(context: string, sealed: string): Promise<string>;
  /** A key that a vendor gave us. Throws `SecretMissing` when the secret holds none. */
  ofVendor(name: VendorSecret): Promise<string>;
  /** The key of one ad account, by the name of its entry (`assistant_…`). Throws `SecretMissing` when the secret holds none. */
  ofAdAccount(credentialRef: string): Promise<string>;
};

export class SecretMissing extends Error {
  override name = 'SecretMissing';
  constructor(what: string) {
    super(`The secret holds no ${what}.`);
  }
}

/** How long a function keeps what it read, so that a rotated key arrives without a deployment. */
export const rereadMs = 300_000;

/** The secrets in the text that `read` answers (JSON); read when first needed, and again every five minutes. */
export function secretsFrom(read: () => Promise<string>, now: () => number): Secrets {
  let known: { until: number; secrets: Promise<Known> } | undefined;
  const secrets = () => {
    if (!known || known.until < now()) {
      const reading = read().then((text) => {
        const stored = Stored.parse(JSON.parse(text));
        const ofAdAccounts = AdAccountKeys.parse(JSON.parse(text));
        return { ...derived(stored), ofVendors: VendorSecrets.parse(stored), ofAdAccounts };
      });
      const current = { until: now() + rereadMs, secrets: reading };
      reading.catch(() => {
        if (known === current) known = undefined;
      });
      known = current;
    }
    return known.secrets;
  };
  return {
    jwtKeys: async () => (await secrets()).jwtKeys,
    async hashUser(accountId, externalUserId) {
      const { hashKey } = await secrets();
      const accountKey = createHmac('sha256', hashKey).update(`account ${accountId}`).digest();
      return createHmac('sha256', accountKey).update(externalUserId).digest('hex');
    },
    async ofVendor(name) {
      const found = (await secrets()).ofVendors[name];
      if (!found) throw new SecretMissing(name);
      return found;
    },
    async ofAdAccount(credentialRef) {
      const found = (await secrets()).ofAdAccounts[credentialRef];
      if (!credentialRef.startsWith('assistant_') || typeof found !== 'string')
        throw new SecretMissing('key of this ad account');
      return found;
    },
    async seal(context, text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', (await secrets()).sealKey, iv).setAAD(
        Buffer.from(context),
      );
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${sealVersion}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
    },
    async open(context, sealed) {
      const [version, data = ''] = sealed.split('.');
      if (version !== sealVersion) throw new Error('This text was not sealed here.');
      const bytes = Buffer.from(data, 'base64url');
      const cipher = createDecipheriv('aes-256-gcm', (await secrets()).sealKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8');
    },
    async mac(text) {
      return createHmac('sha256', (await secrets()).macKey)
        .update(text)
        .digest('hex');
    },
  };
}

/** Names key and form of a sealed text, for a later one. */
const sealVersion = 'v1';

type Known = ReturnType<typeof derived> & {
  ofVendors: z.output<typeof VendorSecrets>;
  ofAdAccounts: z.output<typeof AdAccountKeys>;
};

function derived({ root, jwt_keys, hash_key }: z.output<typeof Stored>): {
  jwtKeys: SecretKey[];
  hashKey: Uint8Array;
  macKey: Uint8Array;
  sealKey: Uint8Array;
} {
  const from = (purpose: string) => {
    if (!root) throw new Error(`The secret holds neither root nor what it needs for ${purpose}.`);
    return Buffer.from(hkdfSync('sha256', root, '', `adtrail ${purpose}`, 32));
  };
  /** Without a root, from the key that hashes users. */
  const derivedKey = (purpose: string) =>
    root
      ? from(purpose)
      : createHmac('sha256', hash_key ?? '')
          .update(`adtrail ${purpose}`)
          .digest();
  const given = jwt_keys?.map(({ kid, secret }) => ({ kid, secret: Buffer.from(secret, 'base64url') }));
  return {
    jwtKeys: given ?? [named(from('jwt'))],
    hashKey: hash_key ? Buffer.from(hash_key, 'base64url') : from('hash'),
    macKey: derivedKey('mac'),
    sealKey: derivedKey('seal'),
  };
}

const named = (secret: Uint8Array) => ({
  kid: createHash('sha256').update(secret).digest('hex').slice(0, 8),
  secret,
});
