import * as z from 'zod';
import { ctaTypes } from '#shared/messages/lifecycle-mails.ts';
import { paidOperations } from '#shared/values/paid-operations.ts';
import { bool, country, decimal, jsonObject, list, someOf, whole, zone } from '#shared/values/setting-forms.ts';

const vendorUrl = () => z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const urls = () => jsonObject(() => z.record(z.string(), z.url()), 'URLs');
const arns = () => jsonObject(() => z.record(z.string(), z.string()), 'texts');
const prices = () =>
  jsonObject(() => {
    const dollars = z.number().min(0).max(10_000);
    const price = z.strictObject({
      input: dollars,
      cached_input: dollars,
      output: dollars,
      web_search: dollars,
    });
    return z.record(z.string().min(1), price);
  }, 'prices: input, cached_input, output and web_search in dollars');
const wholeNumbers = 'whole numbers from 0 to 1,000,000';
const credits = () => z.int().min(0).max(1_000_000);
const costs = () => jsonObject(() => someOf(paidOperations, credits), wholeNumbers);
const priceCredits = () => jsonObject(() => z.record(z.string().regex(/^\S+$/), credits()), wholeNumbers);
const byTier = () => jsonObject(() => z.strictObject({ 1: credits(), 2: credits(), 3: credits() }), `${wholeNumbers} for 1, 2 and 3`);
const paths = () => jsonObject(() => someOf(ctaTypes, () => z.string().regex(/^\/(?!\/)\S*$/)), 'paths');
const onOff = () => bool().transform((text) => text === 'true');

/** CDK in the cloud, and `npm start` on one machine, set the variables without a default. */
export const variables = {
  STAGE: [() => z.enum(['local', 'dev', 'prod']).default('local'), 'The stage that runs.'],
  TABLE_ACCOUNTS: [() => z.string().default('accounts'), 'Name of the accounts table.'],
  TABLE_ATTRIBUTION: [() => z.string().default('attribution'), 'Name of the attribution table.'],
  TABLE_ANALYSIS: [() => z.string().default('analysis'), 'Name of the analysis table.'],
  TABLE_TRANSIENT: [() => z.string().default('transient'), 'Name of the table that no backup holds.'],
  QUEUE_URLS: [() => urls().default({}), 'JSON object: queue name to queue URL.'],
  QUEUE_URL_PREFIX: [() => z.string().default(''), 'What the URL of every queue and dead-letter queue begins with, before its name.'],
  SECRETS_JSON: [() => z.string().default(''), 'JSON object: kind of secret to the secret itself. Only for the local stage.'],
  SECRET_ARNS: [() => arns().default({}), 'JSON object: kind of secret to the Secrets Manager secret that holds it in the cloud.'],
  OPERATOR_TOKEN_HASHES: [
    () =>
      list()
        .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/i, { error: 'not a SHA-256 hash in hex' })))
        .default([]),
    'SHA-256 hashes (hex) of the operator tokens, separated by commas.',
  ],
  OPERATOR_MFA_REQUIRED: [
    () => onOff().default(false),
    "Whether operators' access tokens need a second factor: `true` or `false`. Prod requires it.",
  ],
  FRONT_END_ORIGINS: [
    () => list().default([]),
    'Origins of the front ends that can read responses in a browser, separated by commas. `npm start` adds every port of this machine.',
  ],
  OPERATOR_DOMAIN: [() => z.string().default('operator.example'), 'The e-mail domain of the operator.'],
  JWT_ISSUER: [() => z.string().default('adtrail'), 'The `iss` claim of our tokens.'],
  IDP_ISSUERS: [
    () => list().default(['https://accounts.google.com', 'accounts.google.com']),
    "The identity provider's names in its tokens, separated by commas.",
  ],
  IDP_CLIENT_IDS: [() => list().default([]), 'Our client IDs there, separated by commas. Without one, its tokens are refused.'],
  IDP_JWKS_URL: [() => z.url().default('https://www.googleapis.com/oauth2/v3/certs'), 'Its public keys.'],
  IDP_CONSOLE: [() => z.string().default(''), "JSON: the console's sign-in there; empty: none."],
  MAIL_FROM: [() => z.string().default('adtrail <no-reply@operator.example>'), 'Sender of every mail.'],
  SUPPORT_EMAIL: [
    () => z.union([z.email(), z.literal('')]).default(''),
    'Where customers get help: shown in the console, and the reply address of every mail; empty: none.',
  ],
  MAIL_TRANSACTIONAL_SET: [() => z.string().default(''), 'The SES configuration set of codes and security notices; empty: none.'],
  MAIL_LIFECYCLE_SET: [() => z.string().default(''), 'The SES configuration set of e-mails with an unsubscribe link; empty: none.'],
  BULK_MAIL: [
    () => z.enum(['auto', 'paused', 'always']).default('auto'),
    'E-mails to many: paused when SES reviews the account or would soon (auto), paused, or never paused by us (always).',
  ],
  EDGE_TOKEN: [
    () => z.string().default(''),
    'What CloudFront sends as `x-adtrail-edge`: then `x-adtrail-viewer` is the caller. Empty: requests come directly.',
  ],
  API_BASE_URL: [() => vendorUrl().default('https://api.operator.example'), "This service's own public address, for the links in mails."],
  API_INTERNAL_URL: [() => z.string().default(''), "Where functions reach this service's API, if not at its public address."],
  FILES_URL: [() => z.string().default(''), 'Where signed links to files lead, if not to S3. Only for the local stage.'],
  FRONT_END_BASE_URL: [() => vendorUrl().default('https://app.operator.example'), 'The front end that the links in mails lead to.'],
  FRONT_END_PATHS: [
    () => paths().default({}),
    'JSON object: login, dashboard, buy_credits, campaign_studio to their paths on the front end.',
  ],
  CHANNEL_BASE_URL: [() => z.url().default('https://hooks.slack.com'), "Base URL of the internal channel's webhooks."],
  MESSAGING_BASE_URL: [() => z.url().default('https://graph.facebook.com/v26.0'), "The messaging app's interface, with its version."],
  MESSAGING_PHONE_NUMBER_ID: [
    () => z.string().regex(/^\d*$/).default(''),
    'Id of the number that codes are sent from. Without it no code is sent to a phone.',
  ],
  MESSAGING_TEMPLATE: [() => z.string().default('verification_code'), 'Name of the authentication template.'],
  PHONE_COUNTRIES: [
    () => list().pipe(z.array(country())).default([]),
    'Countries (two letters of ISO 3166, separated by commas) whose phones can receive codes; empty: all. Required in prod.',
  ],
  PHONE_CODES_PER_HOUR: [
    () => whole(1, 2000).default(1000),
    'Number of codes to phones an hour, in total. 30 % are reserved for resets of existing accounts.',
  ],
  REGISTRATIONS_PER_HOUR: [
    () => whole(1, 2000).default(20),
    'Number of accounts that one network (IPv4 /24, IPv6 /56) can create an hour.',
  ],
  MESSAGING_LANGUAGE: [() => z.string().default('en_US'), 'Language of the authentication template.'],
  EXPORT_BUCKET: [() => z.string().default(''), 'The bucket that exports are written to.'],
  FILES_BUCKET: [() => z.string().default(''), 'The bucket of permanent files: media of ads, images of conversations, reports.'],
  BACKUP_BUCKET: [() => z.string().default(''), 'The bucket that backups of the tables are written to.'],
  BACKUP_RETENTION_DAYS: [() => whole(1, 3650).default(35), 'Number of days that a backup of the tables is kept.'],
  LLM_BASE_URL: [() => vendorUrl().default('https://api.openai.com/v1'), 'Base URL of the language model (the Responses API).'],
  MODERATION_BASE_URL: [
    () => z.union([z.literal(''), vendorUrl()]).default(''),
    'Base URL of the moderation, if it differs from that of the language model.',
  ],
  LLM_MODEL: [() => z.string().min(1).default('gpt-5.4-mini'), 'The language model.'],
  LLM_PRICES: [
    () =>
      prices().default({
        'gpt-5.4-mini': { input: 0.75, cached_input: 0.075, output: 4.5, web_search: 0.01 },
      }),
    'JSON object: model to US dollars for a million tokens (input, cached_input, output) and for a web_search.',
  ],
  LLM_BUDGET_PER_HOUR: [
    () => decimal(0.01, 100_000).default(20),
    'Budget in US dollars for calls of the language model per clock hour. Above it, accounts that do not pay get 503 until the next hour; at half of it an alarm goes off.',
  ],
  LLM_CALLS_RETENTION_DAYS: [() => whole(1, 3650).default(90), 'Number of days that records of model calls are kept.'],
  SEARCH_BASE_URL: [() => vendorUrl().default('https://api.tavily.com'), 'The second web search.'],
  SEARCH_ORDER: [
    () =>
      list()
        .pipe(z.array(z.enum(['llm', 'search'])).min(1))
        .default(['llm', 'search']),
    'Order of the web searches: the model with its own (llm), the second one (search). Later ones are used if earlier ones fail.',
  ],
  SOCIAL_BASE_URL: [() => vendorUrl().default('https://graph.facebook.com/v26.0'), "The ad library's own interface, with its version."],
  SOCIAL_GAP_BASE_URL: [
    () => z.union([z.literal(''), vendorUrl()]).default(''),
    "The provider (SearchApi's interface) of ads and media that the ad library's own interface lacks; empty: none.",
  ],
  ASSISTANT_BASE_URL: [() => vendorUrl().default('https://api.ads.openai.com/v1'), "The conversational assistant's ads interface."],
  SITE_HOSTS: [
    () => urls().default({}),
    'JSON object: top-level name to the base URL that answers for every site below it. Only for the local stage.',
  ],
  WEBHOOKS_TO_THIS_MACHINE: [
    () => onOff().default(false),
    'Whether webhook endpoints can be on this machine, such as http://localhost:3000/hook: `true` or `false`. Only for the local stage.',
  ],
  SITE_CHECKS_ON_THIS_MACHINE: [
    () => onOff().default(false),
    'Whether the check of a page can load pages of this machine, such as http://localhost:3000/: `true` or `false`. Only for the local stage.',
  ],
  ADS_CACHE_HOURS: [() => decimal(0, 720).default(24), 'How long the ads of a page, country and status are cached.'],
  AD_REFRESHES_PER_HOUR: [() => whole(1, 1000).default(30), 'How often an hour a user can bypass the cache of ads.'],
  PROMPTS_PER_HOUR: [() => whole(1, 2000).default(60), 'Number of prompts from images that a verified user can generate an hour.'],
  UNVERIFIED_PROMPTS_PER_DAY: [
    () => whole(1, 2000).default(10),
    'Number of prompts from images that an unverified user can generate a day.',
  ],
  MODERATION_MODEL: [() => z.string().min(1).default('omni-moderation-latest'), 'The moderation model.'],
  DESCRIPTION_CHECKS_PER_HOUR: [
    () => whole(1, 500).default(60),
    'Number of company descriptions that one network (IPv4 /24, IPv6 /56) can check an hour.',
  ],
  CREDITS_TIME_ZONE: [() => zone().default('Asia/Kolkata'), 'The time zone (IANA name) of the days and months of credits.'],
  PARTNER_TIER_CREDITS: [
    () => byTier().default({ 1: 100, 2: 300, 3: 600 }),
    'JSON object: tier of a partner licence (1, 2, 3) to the credits it gives a month.',
  ],
  PARTNER_GRANT_AT_ACTIVATION: [
    () => onOff().default(true),
    "Whether the activation of a partner licence pays the month's credits at once: `true` or `false`. Otherwise the renewal or the month's last day does.",
  ],
  GRANTS_INLINE_SECONDS: [
    () => whole(0, 24).default(20),
    'How long a request that grants credits works itself before the queue continues.',
  ],
  LOW_CREDITS_THRESHOLD: [
    () => whole(0, 1_000_000).default(2),
    'The user gets an e-mail when spending takes the balance to this value or below.',
  ],
  DISCOVERIES_PER_HOUR: [
    () => whole(1, 2000).default(30),
    'Number of competitor discoveries that a verified user can start, or wait for, an hour.',
  ],
  UNVERIFIED_DISCOVERIES_PER_DAY: [
    () => whole(1, 2000).default(3),
    'Number of competitor discoveries that an unverified user can start, or wait for, a day.',
  ],
  LITE_DISCOVERIES_PER_HOUR: [
    () => whole(1, 2000).default(500),
    'Number of discoveries an hour that start automatically after sign-ups, over all users.',
  ],
  KEYWORD_PLANS_PER_HOUR: [() => whole(1, 2000).default(20), 'Number of keyword plans that a verified user can request an hour.'],
  UNVERIFIED_PLANS_PER_DAY: [() => whole(1, 2000).default(3), 'Number of keyword plans that an unverified user can request a day.'],
  AD_READS_PER_HOUR: [
    () => whole(1, 500).default(120),
    'Number of requests of a user an hour that can fetch uncached ads from the ad library.',
  ],
  DISCOVERY_SYNC_SECONDS: [() => decimal(0, 80).default(78), 'How long a request waits for its discovery before it returns the task.'],
  CREDIT_COSTS: [
    () => costs().default({}),
    `JSON object: operation (${paidOperations.join(', ')}) to its cost in credits. Operations that are not named are free.`,
  ],
  BILLING_BASE_URL: [() => vendorUrl().default('https://api.stripe.com/v1'), "The payment processor's interface."],
  BILLING_PORTAL_URL: [
    () => z.union([z.literal(''), z.url({ protocol: /^https$/ })]).default(''),
    'The page (https) where customers buy credits and see their subscription; empty: none. The console and `insufficient_credits` lead there.',
  ],
  BILLING_PRICE_CREDITS: [
    () => priceCredits().default({}),
    "JSON object: the payment processor's price to the credits that a paid period of it grants.",
  ],
  NUDGE_DELAY_SECONDS: [() => whole(0, 900).default(600), 'How long after its request a nudge e-mail is sent.'],
  ADS_STUDIO_NOTIFICATIONS: [
    () =>
      list()
        .pipe(z.array(z.string().regex(/^[a-z0-9_.-]{1,64}$/)).max(50))
        .default(['studio_intro', 'image_editor_intro', 'search_ads_intro', 'whats_new']),
    'Names of the one-time notifications of the ads studio, separated by commas.',
  ],
  PARTNER_TEAM_SEATS: [
    () => byTier().default({ 1: 2, 2: 5, 3: 10 }),
    "JSON object: tier of a partner licence (1, 2, 3) to the seats of its team, beside the holder's.",
  ],
  KEY_CACHE_SECONDS: [() => whole(0, 60).default(30), 'How long a function keeps a looked-up key. A revoked key stops within this time.'],
  INGEST_EVENTS_PER_SECOND: [
    () => whole(1, 1_000_000).default(200),
    'Sustained number of events a second per secret key. Operators can set another value per account.',
  ],
  INGEST_BURST: [() => whole(1000, 1_000_000).default(2000), 'Number of events that a secret key can send at once. At least a full batch.'],
  PIXEL_EVENTS_PER_SECOND: [
    () => whole(1, 1_000_000).default(50),
    'Sustained number of sessions and events a second per public key and network.',
  ],
  PIXEL_BURST: [() => whole(50, 1_000_000).default(200), 'Number of sessions and events at once per public key and network.'],
  PIXEL_NETWORK_REQUESTS_PER_SECOND: [
    () => whole(1, 1_000_000).default(50),
    'Sustained number of pixel requests a second per network, with any key or none.',
  ],
  PIXEL_NETWORK_BURST: [() => whole(50, 1_000_000).default(5000), 'Number of pixel requests at once per network, with any key or none.'],
  UNKNOWN_KEY_REQUESTS_PER_SECOND: [
    () => whole(1, 1_000_000).default(10),
    'Sustained number of requests a second per network to the Conversion API without a valid secret key.',
  ],
  UNKNOWN_KEY_BURST: [
    () => whole(50, 1_000_000).default(200),
    'Number of requests at once per network to the Conversion API without a valid secret key.',
  ],
  PIXEL_EVENTS_RETENTION_DAYS: [() => whole(1, 3650).default(90), 'Number of days that events of browsers and the event log are kept.'],
  DATA_CENTRES_FILE: [
    () => z.string().default(''),
    'File of data-centre addresses that replaces the built-in list, as `npm run ops -- data-centres` writes it.',
  ],
} as const satisfies Record<string, readonly [form: () => z.ZodType, purpose: string]>;

type Variables = typeof variables;
export type Env = { [V in keyof Variables]: z.output<ReturnType<Variables[V][0]>> };

const forms = new Map<string, z.ZodType>();
function formOf(name: keyof Variables): z.ZodType {
  const form = forms.get(name) ?? variables[name][0]();
  forms.set(name, form);
  return form;
}

export function envFrom(values: Record<string, string | undefined>): Env {
  const env: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const name of Object.keys(variables) as (keyof Variables)[]) {
    if (values[name] === undefined) {
      const withDefault = () => Object.defineProperty(env, name, { value: formOf(name).parse(undefined) })[name];
      Object.defineProperty(env, name, { get: withDefault, enumerable: true, configurable: true });
      continue;
    }
    const parsed = formOf(name).safeParse(values[name]);
    env[name] = parsed.data;
    faults.push(...(parsed.error?.issues ?? []).map((i) => `${[name, ...i.path].join('.')}: ${i.message}`));
  }
  if (faults.length === 0) faults.push(...faultsTogether(env as Env, values));
  if (faults.length === 0) return env as Env;
  throw new Error(`Configuration: ${faults.join('; ')}`);
}

const faultsTogether = (env: Env, set: Record<string, string | undefined>) => [
  ...modelWithoutPrice(env, set),
  ...plainVendors(env, set),
  ...mappedSites(env),
  ...callsToThisMachine(env),
  ...anyPortOrigins(env),
  ...unnamedCountries(env),
];

/** Requests to vendors contain keys and personal texts, so only the local stage allows plain HTTP. */
const plainVendors = ({ STAGE }: Env, set: Record<string, string | undefined>) =>
  STAGE === 'local'
    ? []
    : Object.keys(variables)
        .filter((name) => name.endsWith('_BASE_URL') && set[name]?.startsWith('http:'))
        .map((name) => `${name}: plain http is for the local stage only`);

const modelWithoutPrice = (env: Env, set: Record<string, string | undefined>) =>
  (set.LLM_MODEL ?? set.LLM_PRICES) === undefined || Object.hasOwn(env.LLM_PRICES, env.LLM_MODEL)
    ? []
    : [`LLM_PRICES: no price for the model ${env.LLM_MODEL} of LLM_MODEL`];

/** A mapped host may lead to a private network, so only the local stage allows it. */
const mappedSites = ({ STAGE, SITE_HOSTS }: Env) =>
  STAGE === 'local' || Object.keys(SITE_HOSTS).length === 0 ? [] : ['SITE_HOSTS: for the local stage only'];

/** In the cloud, "this machine" is the service's own, so calls to it are forbidden. */
const callsToThisMachine = (env: Env) =>
  env.STAGE === 'local'
    ? []
    : (['WEBHOOKS_TO_THIS_MACHINE', 'SITE_CHECKS_ON_THIS_MACHINE', 'FILES_URL'] as const)
        .filter((name) => env[name])
        .map((name) => `${name}: for the local stage only`);

/** Codes to numbers of an expensive country could cost us money, so countries are named. */
const unnamedCountries = ({ STAGE, MESSAGING_PHONE_NUMBER_ID, PHONE_COUNTRIES }: Env) =>
  STAGE === 'prod' && MESSAGING_PHONE_NUMBER_ID && PHONE_COUNTRIES.length === 0
    ? ['PHONE_COUNTRIES: required in prod where codes are sent to phones']
    : [];

/** Any port of `localhost` is safe as an origin only on a user's machine. */
const anyPortOrigins = ({ STAGE, FRONT_END_ORIGINS }: Env) => {
  const patterns = FRONT_END_ORIGINS.filter((origin) => origin.includes('*'));
  if (patterns.length > 0 && STAGE !== 'local') return ['FRONT_END_ORIGINS: * is for the local stage only'];
  return patterns.every((origin) => /^https?:\/\/[^/*:]+:\*$/.test(origin))
    ? []
    : ['FRONT_END_ORIGINS: * may only replace a port, as in http://localhost:*'];
};
