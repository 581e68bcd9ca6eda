import * as z from 'zod';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const urls = z.string().transform((text, context) => {
  try {
    return z.record(z.string(), z.url()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'not a JSON object of URLs' });
    return z.NEVER;
  }
});

/** A vendor's base URL, without a slash at its end. */
const vendorUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const costs = z.string().transform((text, context) => {
  try {
    return z.record(z.string(), z.int().min(0).max(1_000_000)).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'not a JSON object of whole numbers' });
    return z.NEVER;
  }
});

const zone = z.string().refine(
  (name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
    } catch {
      return false;
    }
  },
  { error: 'not a time zone' },
);

/**
 * Every configuration value: an environment variable, its form, its default and what it is for. `npm run config`
 * prints this table. A value without a default is set by the host (CDK in the cloud, `npm start` here).
 */
export const variables = {
  STAGE: [z.enum(['local', 'dev', 'prod']).default('local'), 'Where this runs.'],
  TABLE_ACCOUNTS: [z.string().default('accounts'), 'Name of the accounts table.'],
  TABLE_ATTRIBUTION: [z.string().default('attribution'), 'Name of the attribution table.'],
  TABLE_ANALYSIS: [z.string().default('analysis'), 'Name of the analysis table.'],
  QUEUE_URLS: [urls.default({}), 'JSON object: queue name to queue URL.'],
  SECRETS_JSON: [z.string().default(''), 'The secrets themselves, as JSON. Only for the local stage.'],
  SECRETS_ARN: [z.string().default(''), 'The Secrets Manager secret that holds them in the cloud.'],
  OPERATOR_TOKEN_HASHES: [
    list.default([]),
    'SHA-256 hashes (hex) of the operator tokens, separated by commas.',
  ],
  FRONT_END_ORIGINS: [list.default([]), 'Origins of the front ends that may read answers in a browser.'],
  OPERATOR_DOMAIN: [z.string().default('operator.example'), "The operator's e-mail domain."],
  JWT_ISSUER: [z.string().default('adtrail'), 'The `iss` claim of our tokens.'],
  IDP_ISSUERS: [
    list.default(['https://accounts.google.com', 'accounts.google.com']),
    "The identity provider's names, as its tokens write them, separated by commas.",
  ],
  IDP_CLIENT_IDS: [
    list.default([]),
    'Our names at the identity provider, separated by commas. Without one, none of its tokens is taken.',
  ],
  IDP_JWKS_URL: [
    z.url().default('https://www.googleapis.com/oauth2/v3/certs'),
    "The identity provider's public keys.",
  ],
  MAIL_FROM: [z.string().default('adtrail <no-reply@operator.example>'), 'Sender of every mail.'],
  CHANNEL_BASE_URL: [
    z.url().default('https://hooks.slack.com'),
    "Base URL of the internal channel's webhooks.",
  ],
  MESSAGING_BASE_URL: [
    z.url().default('https://graph.facebook.com/v26.0'),
    "The messaging app's interface, with its version.",
  ],
  MESSAGING_PHONE_NUMBER_ID: [
    z.string().regex(/^\d*$/).default(''),
    'Id of the number that codes are sent from. Without it no code is sent to a phone.',
  ],
  MESSAGING_TEMPLATE: [z.string().default('verification_code'), 'Name of the authentication template.'],
  PHONE_COUNTRIES: [
    list.default([]),
    'Countries (two letters of ISO 3166, separated by commas) whose phones are sent codes; empty: all.',
  ],
  PHONE_CODES_PER_HOUR: [
    z.coerce.number().int().min(1).max(2000).default(1000),
    'How many codes are sent to phones an hour, all together.',
  ],
  MESSAGING_LANGUAGE: [z.string().default('en_US'), 'Language of the authentication template.'],
  EXPORT_BUCKET: [z.string().default(''), 'The bucket that exports are written to.'],
  LLM_BASE_URL: [
    vendorUrl.default('https://api.openai.com/v1'),
    'Where the language model answers (the Responses API).',
  ],
  MODERATION_BASE_URL: [
    z.union([z.literal(''), vendorUrl]).default(''),
    'Where the moderation answers, if not where the language model does.',
  ],
  LLM_MODEL: [z.string().min(1).default('gpt-5.4-mini'), 'The language model.'],
  MODERATION_MODEL: [z.string().min(1).default('omni-moderation-latest'), 'The moderation model.'],
  DESCRIPTION_CHECKS_PER_HOUR: [
    z.coerce.number().int().min(1).max(500).default(60),
    'How many company descriptions are checked an hour for one caller address.',
  ],
  CREDITS_TIME_ZONE: [
    zone.default('Asia/Kolkata'),
    'The time zone (IANA name) of the days and months of credits.',
  ],
  CREDIT_COSTS: [
    costs.default({}),
    'JSON object: operation to its cost in credits. What is not named costs nothing.',
  ],
  BILLING_BASE_URL: [vendorUrl.default('https://api.stripe.com/v1'), "The payment processor's interface."],
  BILLING_PRICE_CREDITS: [
    costs.default({}),
    "JSON object: the payment processor's price to the credits that a paid period of it grants.",
  ],
  KEY_CACHE_SECONDS: [
    z.coerce.number().int().min(0).max(60).default(30),
    'How long a function keeps a looked-up key. A revoked key stops within this time.',
  ],
  PIXEL_EVENTS_RETENTION_DAYS: [
    z.coerce.number().int().min(1).max(3650).default(90),
    'How many days the events of browsers and the event log are kept.',
  ],
} as const satisfies Record<string, readonly [schema: z.ZodType, purpose: string]>;

type Variables = typeof variables;
export type Env = { [V in keyof Variables]: z.output<Variables[V][0]> };

/** Reads the configuration, and says every fault of it at once. */
export function envFrom(values: Record<string, string | undefined>): Env {
  const schema = z.object(
    Object.fromEntries(Object.entries(variables).map(([name, [form]]) => [name, form])),
  );
  const result = schema.safeParse(values);
  const faults = (result.error?.issues ?? []).map((i) => `${i.path.join('.')}: ${i.message}`);
  if (result.success) faults.push(...plainVendors(result.data as Env));
  if (faults.length === 0) return result.data as Env;
  throw new Error(`Configuration: ${faults.join('; ')}`);
}

/** Keys and people's texts travel to vendors, so the way there is encrypted everywhere but on this machine. */
const plainVendors = (env: Env) =>
  env.STAGE === 'local'
    ? []
    : Object.entries(env)
        .filter(([name, value]) => name.endsWith('_BASE_URL') && String(value).startsWith('http:'))
        .map(([name]) => `${name}: plain http is for the local stage only`);
