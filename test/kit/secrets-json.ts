import { randomBytes } from 'node:crypto';
import { secretsByKind } from '#lib/local/environment.ts';
import { rootedKinds, type SecretKind, secretsFrom } from '#shared/secrets.ts';

export const webhookSecrets = {
  billing_webhook_secret: 'whsec_of_the_tests',
  partner_webhook_key: 'partner-key-of-the-tests',
};

export function secretsJson(change: Partial<Record<SecretKind, object>> = {}): string {
  const roots = rootedKinds.map((kind) => [kind, { root: randomBytes(32).toString('hex') }]);
  const { billing_webhook_secret, partner_webhook_key } = webhookSecrets;
  const webhookKeys = {
    BILLING_WEBHOOK_SECRET: billing_webhook_secret,
    PARTNER_WEBHOOK_KEY: partner_webhook_key,
  };
  return JSON.stringify({ ...secretsByKind(webhookKeys, Object.fromEntries(roots)), ...change });
}

export const secretsOfJson = (json: string) =>
  secretsFrom(
    async (kind) => JSON.stringify((JSON.parse(json) as Partial<Record<SecretKind, object>>)[kind] ?? {}),
    () => 0,
  );
