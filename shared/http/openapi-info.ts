import { service } from '#shared/values/service.ts';

const describe = ({
  operatorRows,
  operatorViews,
}: {
  operatorRows: string;
  operatorViews: string;
}) => `Find out which ad earned a conversion, what your competitors advertise, and what to advertise next: JSON over HTTP.

## Get started

1. Create a secret key with \`createKey\`. It needs an access token; \`npm start\` prints the one of the demo account.
2. Add the pixel (\`pixelScript\`) to your landing pages. It keeps the click ID in the cookie \`svc_sid\`.
3. Send each conversion from your server with \`sendConversion\`. The response names the campaign, ad group and ad.
4. Read the totals with \`reportConversions\`, and the events with \`listEvents\`.

Quickstarts by language and shop system are in the [guides](docs/guides), rules that span operations in the [API
pages](docs/api); [search](docs/search) covers all of them. Assistants read [llms.txt](llms.txt).
For client generators, [openapi-customers.json](openapi-customers.json) has the operations of customers and the events
that webhooks receive; [openapi.json](openapi.json) also has those of operators.

To analyze competitors, find them with \`discover\`, read their ads with \`readSocialAds\`, and turn an ad into a prompt
with \`generateAdPrompt\`. Your keyword plan is at \`readKeywordPlan\`.

## Authentication

Each operation names the credentials it takes.

| Kind | Where | Used for |
|---|---|---|
| Secret key | \`Authorization: Bearer sk_live_…\` or \`sk_test_…\` | Conversions from your server. Test events are kept apart from live ones. |
| Access token | \`Authorization: Bearer <token>\` | Your own account. |
| Read-only key | \`Authorization: Bearer rk_live_…\`, or the query parameter \`key\` | Reports, for spreadsheets and dashboards. It expires. |
| Public key | Field \`key\` of the body, \`pk_…\` | Your pages. It is not a secret; \`allowed_origins\` limits it. |
${operatorRows}
An operation with \`client_user_id\` returns your own data unless you set it. ${operatorViews}
Otherwise the response is \`403\`. Every access to another user's data is recorded.

## Errors

A \`422\` lists every problem: \`{"detail": [{"type", "loc", "msg"}], "request_id"}\`. Every other error is
\`{"detail": "a sentence", "code": "machine_code", "request_id"}\`. Branch on \`code\` and show \`detail\`.

| Status | Meaning |
|---|---|
| \`400\`, \`401\`, \`403\` | A code or signature is wrong; the credentials are missing or wrong; the credentials do not cover the request. |
| \`404\`, \`405\` | The path or the object does not exist; the path does not take the method (see the header \`allow\`). |
| \`409\` | The current state does not permit the request. |
| \`413\`, \`422\` | The body is too large; the request is invalid. |
| \`429\` | A limit is reached. Retry after the seconds in \`retry-after\`. |
| \`400\`, \`408\`, \`431\` | Before any operation: what arrived is no valid HTTP, did not arrive in time, or has a request line and headers above 16 KB. |
| \`500\` | An unexpected error, code \`internal\`. It was recorded. |
| \`502\`, \`503\`, \`504\` | A part of the service or a vendor did not respond. Retry after the seconds in \`retry-after\`. |

## Idempotency and retries

You choose the \`event_id\` of each event. It is unique per account and environment, forever. Sending it again stores and
counts nothing and returns the original result with \`duplicate: true\`. A \`4xx\` never uses up an \`event_id\`.
Operations with the header \`Idempotency-Key\`, such as creating or rotating a key, say how it works.

Retry after a network failure, \`429\` or \`5xx\` with the same \`event_id\`. Wait longer each time, and at least
the seconds in \`retry-after\`. Do not retry any other \`4xx\` unchanged.

## Rate limits

Every operation can return \`429\` with \`retry-after\`. Where an operation has a limit of its own, \`ratelimit-policy\` names the
limit and \`ratelimit\` what is left of it: \`"login";r=7;t=540\` means 7 requests within the next 540 seconds.

## Conventions

Every response has \`x-request-id\`. Send your own (letters, digits, \`_ . : -\`, at most 128 characters) to set it. An
unknown query parameter is \`422\` (\`extra_forbidden\`), and so is one that is given twice; the Conversion API, the pixel's
routes and pages ignore both. Unknown fields of a body are ignored where its schema does not say
\`additionalProperties: false\`. The message of a problem names the nearest known name. Every \`GET\` also takes \`HEAD\`. Responses can gain fields. Times are ISO 8601 in UTC.`;

const operatorRows = `| Operator token | \`x-svc-dev-token\`; \`X-Dev-Token\` to create operators | The operators of this service. |
| Operator's access token | \`Authorization: Bearer <token>\`; \`x-svc-dev-token\` | An operator's own account; wherever an operator token works. An operator with the role \`read\` may only \`GET\`. |
`;
const operatorViews = `With \`client_user_id\` or \`x-assume-user-id\` it
returns the data of that user. An operator covers every user; a link made by an operator covers your clients.`;
const clientViews = `With it, the operation returns the
data of that client. A link made by an operator covers your clients.`;

export const info = {
  title: service.name,
  summary: 'Conversion attribution and ad analysis',
  version: service.version,
  description: describe({ operatorRows, operatorViews }),
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
};

export const infoForCustomers = {
  ...info,
  description: describe({ operatorRows: '', operatorViews: clientViews }),
};

type Section = {
  tag: string;
  title: string;
  description: string;
  group?: string;
  paths?: string;
  isForOperators?: true;
};

const sections: readonly Section[] = [
  {
    tag: 'conversions',
    title: 'Conversion API',
    description: 'Report from your server what visitors did. Requires a secret key.',
  },
  {
    tag: 'keys',
    title: 'Keys and settings',
    description: 'Public keys for the pixel, secret keys for the Conversion API, and the settings of a pixel. Requires an access token.',
  },
  {
    tag: 'clicks',
    title: 'Channels and traffic',
    description: 'Your rules for the channels of clicks, and for clicks of bots and of your own staff. Requires an access token.',
  },
  {
    tag: 'reports',
    title: 'Reports',
    description: 'Conversion totals, and the funnel with its diagnosis. Requires an access token.',
  },
  {
    tag: 'spend',
    title: 'Spend',
    description:
      'What networks charged for your ads: imports with their difference, undo, joins with clicks, exchange rates. Requires an access token or a secret key.',
  },
  {
    tag: 'adjustments',
    title: 'Adjustments',
    description:
      'Refunds, cancellations and corrections: the net beside the gross value of an event. Requires an access token or a secret key.',
  },
  {
    tag: 'reconciliation',
    title: 'Reconciliation',
    description:
      'Every order of the shop accounted for: orders compared with events, the reason for each difference, and repairs. Requires an access token.',
  },
  {
    tag: 'events',
    title: 'Event log',
    description: 'What was accepted or rejected and why, receipts, replay and exports. Requires an access token.',
  },
  {
    tag: 'pixel',
    title: 'Pixel',
    description: 'What the browser pixel calls: clicks and page events. Requires a public key in the body.',
  },
  {
    tag: 'mcp',
    title: 'Assistants (MCP)',
    description: 'Reports for assistants, by the Model Context Protocol. Requires a read-only key.',
  },
  {
    tag: 'webhooks',
    title: 'Webhooks',
    description: 'Events sent to your server: conversions, exposed keys, reports, credits, discoveries. Requires an access token.',
  },
  {
    tag: 'destinations',
    title: 'Destinations',
    description: 'Networks that may receive sales: which of them collect consent and match keys. Requires an access token.',
  },
  {
    tag: 'privacy',
    title: 'Erasure and account exports',
    description: 'Erasure of personal data, and exports of an account. Requires an access token.',
  },
  {
    tag: 'site-check',
    title: 'Check of a page',
    description: 'Whether the pixel is on a page and works there. Requires an access token.',
  },
  {
    tag: 'competitors',
    title: 'Competitors',
    description: 'Find the competitors of a company, and read their ads and your own from the ad library. Requires an access token.',
  },
  {
    tag: 'prompts',
    title: 'Ad prompts',
    description: 'Prompts for image models, made from ads and products. Requires an access token.',
  },
  {
    tag: 'keyword-plans',
    title: 'Keyword plans',
    description: 'Keywords for search ads, with their volume and cost. Requires an access token.',
  },
  {
    tag: 'assistant-ads',
    title: 'Assistant ads',
    description: 'Reports of ads in assistants. Requires an access token.',
  },
  {
    tag: 'media',
    title: 'Media',
    description: 'Copies of the images and videos of ads. Requires no credentials.',
  },
  {
    tag: 'accounts',
    title: 'Accounts and sign-in',
    description: 'Registration, sign-in, second factor, sessions, profile and password.',
  },
  {
    tag: 'activity',
    title: 'Activity',
    description: 'What was done in an account, by whom. Requires an access token.',
  },
  {
    tag: 'notifications',
    title: 'Notifications',
    description: 'Early access, walkthrough, dismissals and reminder e-mails. Requires an access token.',
  },
  {
    tag: 'credits',
    title: 'Credits',
    description: 'Your balance and its transactions. Requires an access token.',
  },
  {
    tag: 'licences',
    title: 'Licences and teams',
    description: 'Your licences, their members and invitations. Requires an access token.',
  },
  {
    tag: 'mail-links',
    title: 'E-mail preferences and links',
    description: 'E-mail preferences, and the pages that links in our e-mails lead to.',
  },
  {
    tag: 'billing',
    title: 'Billing events',
    isForOperators: true,
    description: 'Signed events of the payment processor.',
  },
  {
    tag: 'tracing',
    title: 'Operators: tracing',
    group: 'operators',
    paths: '/api/v1/dev/tracing',
    isForOperators: true,
    description: 'Search, conversations and profiles of customers. Requires an operator token.',
  },
  {
    tag: 'people',
    title: 'Operators: people',
    group: 'operators',
    paths: '/api/v1/dev-auth',
    isForOperators: true,
    description: 'Accounts of operators, their roles and their sign-in.',
  },
  {
    tag: 'operators',
    title: 'Operators: maintenance',
    isForOperators: true,
    description: 'What operators do for accounts, and the record of it. Requires an operator token.',
  },
  {
    tag: 'docs',
    title: 'This documentation',
    description: 'This description as a page and as a file, and whether the service is up.',
  },
];

export const tagOf = (group: string, path: string): string =>
  sections.find((section) => (section.group ?? section.tag) === group && path.startsWith(section.paths ?? '/'))?.tag ?? group;

const operatorAuths = ['operator', 'devToken', 'devUser', 'billingSignature', 'partnerSignature'];

export const isForOperators = (tag: string, auth: string): boolean =>
  operatorAuths.includes(auth) || sections.some((section) => section.tag === tag && section.isForOperators);

export function tagsOf(used: ReadonlySet<string>) {
  const listed = sections.filter(({ tag }) => used.has(tag));
  const others = [...used].filter((tag) => !sections.some((section) => section.tag === tag));
  return [
    ...listed.map(({ tag, title, description }) => ({ name: tag, 'x-displayName': title, description })),
    ...others.map((name) => ({ name, description: '' })),
  ];
}

export const securitySchemes = {
  user: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "A user's access token, from sign-in or registration.",
  },
  conversionKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sk_live_… or sk_test_…',
    description: 'A secret Conversion API key, from `createKey`. Keep it on your server.',
  },
  readKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'rk_live_… or rk_test_…',
    description: 'A read-only key for reports, from `createKey`. Also in the query parameter `key`.',
  },
  operator: {
    type: 'apiKey',
    in: 'header',
    name: 'x-svc-dev-token',
    description: "One of the configured operator tokens, or an operator's access token.",
  },
  devToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Dev-Token',
    description: "One of the configured operator tokens, or an operator's access token, to create an operator's account.",
  },
  devUser: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "An operator's access token, from `dev-auth/login`. No user's token passes for one.",
  },
  billingSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'Billing-Signature',
    description: '`t=<seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<body>`, not older than five minutes. `Stripe-Signature` is read too.',
  },
  partnerSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Partner-Signature',
    description: 'Hex HMAC-SHA256 over the header `X-Partner-Timestamp` and the body. `X-Appsumo-Signature` and `-Timestamp` are read too.',
  },
};

export const headers = {
  RequestId: {
    description: 'Id of the request: your own if you sent a valid one.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: {
    description: 'What remains of the limit: its name, `r` requests within the next `t` seconds (IETF draft RateLimit header fields).',
    schema: { type: 'string' },
    example: '"login";r=7;t=540',
  },
  RateLimitPolicy: {
    description: 'The limit: its name, `q` requests in a window of `w` seconds.',
    schema: { type: 'string' },
    example: '"login";q=10;w=900',
  },
  WwwAuthenticate: { description: '`Bearer`, if a bearer token is expected.', schema: { type: 'string' } },
};
