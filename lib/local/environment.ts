import { queueNames } from '#functions/queues.ts';
import type { IdentityProviderClient } from '#shared/accounts/sign-in/identity-provider.ts';
import { type VendorSecret, vendorSecretKinds } from '#shared/secrets.ts';
import { tableNames } from '#shared/store/tables.ts';
import { localClientId, localIssuer } from './engines/identity.ts';
import { type Offers, offersOf } from './machine-only.ts';
import { hashOf, type LocalSecrets } from './secrets.ts';
import { demoPrice } from './vendors/billing-books.ts';
import { siteHosts } from './vendors/start-vendors.ts';

export type Endpoints = { dynamodb: string; sqs: string; s3: string; ses: string; oidc?: string | undefined };

const ownFrontEnds = ['http://localhost:*', 'http://127.0.0.1:*'];

export const exportBucket = 'exports';
export const filesBucket = 'files';
export const backupBucket = 'backups';
export const region = 'us-east-1';

const mockSecrets: Record<VendorSecret, string> = {
  idp_client_secret: 'local',
  messaging_token: 'local',
  llm_api_key: 'local',
  assistant_api_key: 'local',
  search_api_key: 'local',
  social_token: 'local',
  social_gap_api_key: 'local',
  channel_path: '/services/T0000/B0000/local',
  billing_api_key: 'local',
  billing_webhook_secret: 'whsec_local',
  partner_webhook_key: 'local',
};

type Given = Readonly<Record<string, string | undefined>>;

/** A key in `.env`, such as `LLM_API_KEY`, selects the real vendor. */
export const vendorSecretsFor = (variables: Given) =>
  Object.fromEntries(
    Object.entries(mockSecrets).map(([name, mockServer]) => [name, variables[name.toUpperCase()] ?? mockServer]),
  ) as Record<VendorSecret, string>;

/** A host that other machines reach has no default keys of vendors. */
export function secretsByKind(
  variables: Given,
  roots: Readonly<Record<string, object>>,
  { known_secrets: hasKnown }: Pick<Offers, 'known_secrets'> = { known_secrets: true },
): Record<string, object> {
  const byKind: Record<string, Record<string, string>> = {};
  for (const [name, value] of Object.entries(vendorSecretsFor(variables))) {
    if (!hasKnown && variables[name.toUpperCase()] === undefined) continue;
    const kind = vendorSecretKinds[name as VendorSecret];
    byKind[kind] = { ...byKind[kind], [name]: value };
  }
  return { ...byKind, ...roots };
}

export const queueUrl = (sqsEndpoint: string, name: string) => `${sqsEndpoint}/000000000000/${name}`;

/**
 * `variables` (the caller's environment and `.env`) never sets the address of an engine, or a value that reaches
 * a real account.
 */
export function localEnvironment(
  variables: Given,
  endpoints: Endpoints,
  { secrets, operator_token, engine_key }: LocalSecrets,
  vendors: Readonly<Record<string, string>> = {},
  offers: Offers = offersOf({ isExposed: false }),
): Record<string, string> {
  const configured = Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const settings = configured.filter(([name]) => !name.startsWith('AWS_'));
  return {
    SECRETS_JSON: JSON.stringify(secretsByKind(variables, secrets, offers)),
    ...Object.fromEntries(Object.entries(vendors).map(([name, baseUrl]) => [`${name.toUpperCase()}_BASE_URL`, baseUrl])),
    SITE_HOSTS: JSON.stringify(siteHosts(vendors)),
    ...(offers.mock_servers && {
      MESSAGING_PHONE_NUMBER_ID: '100000000000001',
      BILLING_PRICE_CREDITS: JSON.stringify({ [demoPrice]: 500 }),
    }),
    ...(vendors.api && consoleAsFrontEnd(vendors.api)),
    POWERTOOLS_SERVICE_NAME: 'adtrail',
    // Reads of keys cost little on one machine, and changed rules hold almost at once.
    KEY_CACHE_SECONDS: '1',
    ...Object.fromEntries(settings),
    ...(!(offers.webhooks_to_this_machine && variables.WEBHOOKS_TO_THIS_MACHINE) && {
      WEBHOOKS_TO_THIS_MACHINE: String(offers.webhooks_to_this_machine),
    }),
    ...(!(offers.site_checks_on_this_machine && variables.SITE_CHECKS_ON_THIS_MACHINE) && {
      SITE_CHECKS_ON_THIS_MACHINE: String(offers.site_checks_on_this_machine),
    }),
    FRONT_END_ORIGINS: [variables.FRONT_END_ORIGINS, ...(offers.local_front_ends ? ownFrontEnds : [])].filter(Boolean).join(','),
    OPERATOR_TOKEN_HASHES: [variables.OPERATOR_TOKEN_HASHES, hashOf(operator_token)].filter(Boolean).join(','),
    STAGE: 'local',
    ...Object.fromEntries(tableNames.map((name) => [`TABLE_${name.toUpperCase()}`, name])),
    QUEUE_URLS: JSON.stringify(Object.fromEntries(queueNames.map((name) => [name, queueUrl(endpoints.sqs, name)]))),
    QUEUE_URL_PREFIX: queueUrl(endpoints.sqs, ''),
    EXPORT_BUCKET: exportBucket,
    FILES_BUCKET: filesBucket,
    BACKUP_BUCKET: backupBucket,
    ...(endpoints.oidc && mockProvider(endpoints.oidc)),
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: engine_key,
    // A client without an address of its own must not reach AWS, so nothing listens at the default address.
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SESV2: endpoints.ses,
    AWS_EC2_METADATA_DISABLED: 'true',
  };
}

const mockProvider = (address: string) => ({
  IDP_ISSUERS: [localIssuer, address].join(','),
  IDP_CLIENT_IDS: localClientId,
  IDP_JWKS_URL: `${address}/jwks`,
  IDP_CONSOLE: JSON.stringify({
    name: 'the mock provider',
    client_id: localClientId,
    authorization_url: `${address}/authorize`,
    token_url: `${address}/token`,
  } satisfies IdentityProviderClient),
});

const consoleAsFrontEnd = (api: string) => ({
  FRONT_END_BASE_URL: `${api}/console`,
  FRONT_END_PATHS: JSON.stringify({
    login: '/sign-in',
    dashboard: '/',
    buy_credits: '/account/credits',
    campaign_studio: '/',
  }),
});
