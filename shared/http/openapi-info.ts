import { service } from '#shared/domain/service.ts';

const description = `For advertisers, as JSON over HTTP: which ad earned a conversion, what competitors advertise, and what to advertise next.

**Start here.** With an access token (\`npm start\` prints the demo account's), make a Conversion API key, put the pixel on your
landing page, and report what a visitor did from your server with \`sendConversion\`. Or find your competitors (\`discover\`), look at their ads
(\`readSocialAds\`), make a prompt of one (\`generateAdPrompt\`), read your keyword plan (\`readKeywordPlan\`). Press **Authorize** to try
the calls of this page.

**Credentials.** Five kinds; each operation says which it takes.

| kind | where | for |
|---|---|---|
| access token | \`Authorization: Bearer <token>\` | a person's own account |
| secret key | \`Authorization: Bearer sk_live_…\` or \`sk_test_…\` | your server, for conversions. Test events stay apart from live ones |
| public pixel key | field \`key\` of the body, \`pk_…\` | your pages. It is no secret; \`allowed_origins\` limits it |
| operator token | \`x-svc-dev-token\`; \`X-Dev-Token\` to create operators' accounts | whoever runs this service |
| operator's access token | \`Authorization: Bearer <token>\` | an operator's own account |

**Whose data.** An operation with \`client_user_id\` answers your own data without it. With it, or with \`x-assume-user-id\`, it
answers that user's: an operator token covers every user, a link made by an operator the clients that you manage. Else it is \`403\`.
Every view of somebody else's data is recorded.

**Errors.** \`422\` lists every problem: \`{"detail": [{"type", "loc", "msg"}], "request_id"}\`. Every other error is
\`{"detail": "a sentence", "code": "machine_code", "request_id"}\`: decide by \`code\`, show \`detail\`. An unknown path
is \`404\`, a known path with another method \`405\` with the header \`allow\`, a fault of ours \`500\` with the code
\`internal\`.

**Idempotency.** Every event has an \`event_id\` that you choose, unique for ever in your account and environment
(live, test). Sending the same one again stores and counts nothing and answers what the first one was answered,
with \`duplicate: true\`. No 4xx uses an \`event_id\` up. Operations with the header
\`Idempotency-Key\` say how it works: with it, creating or rotating a key is safe to retry.

**Retries.** Repeat after a network failure, \`429\` or \`5xx\`, with the same \`event_id\`, waiting longer each time
and at least the seconds of \`retry-after\`. Never repeat another 4xx unchanged: it will fail again.

**Every answer** has \`x-request-id\`; send your own (letters, digits, \`_ . : -\`, at most 128) and it is kept.
Every \`GET\` also takes \`HEAD\`, which returns the same status and headers without the body.
Unknown fields of a body are ignored; an unknown query parameter of a \`GET\` that answers JSON is \`422\`
(\`extra_forbidden\`) and the message names the nearest known one. Answers may gain fields. Times are ISO 8601 in UTC.`;

/** The document's head. */
export const info = { title: service.name, version: service.version, description };

/** Groups in the order of the page, with what each is for. Groups that are not listed follow. */
export const tagDescriptions: Record<string, string> = {
  auth: 'Accounts: registration, sign-in, profile, password.',
  onboarding: 'What a form of sign-up asks while it is filled in.',
  conversions: 'Report what visitors did, from your server. Needs a secret key.',
  pixel: 'What the browser pixel calls: sessions and page events. Needs a public key, in the body.',
  attribution: 'Your keys, settings, event log, receipts and reports. Needs an access token.',
  notifications:
    'What is noted of you once (early access, walkthrough, dismissals), and nudge e-mails. Needs an access token.',
  credits: 'Your balance, what changed it, and your licences. Needs an access token.',
  discover: 'Finding your competitors. Needs an access token.',
  competitors: 'Ads of your competitors, and your own, from the ad library. Needs an access token.',
  dashboard: 'Your competitors and keyword plans. Needs an access token.',
  prompts: 'Prompts for image models, from ads and products. Needs an access token.',
  media: "Copies of ads' images and videos. Needs no credentials.",
  'mail-links': 'What the links in our mails lead to, and which mails one wants.',
  maintenance: 'What operators do for accounts, and the record of it. Needs an operator token.',
  tracing: 'What operators look up of customers: search, conversations, profiles. Needs an operator token.',
  'operator-auth': "Operators' own accounts.",
  webhooks: 'What the payment processor and the licence partner report. They sign what they send.',
  docs: 'This description, as a page and as a file, and whether the service is up.',
};

/** How a caller proves who it is, by auth kind; kinds without a header need no entry. */
export const securitySchemes = {
  user: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "A user's access token.",
  },
  conversionKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'sk_live_… or sk_test_…',
    description: 'A secret Conversion API key. Keep it on your server.',
  },
  operator: {
    type: 'apiKey',
    in: 'header',
    name: 'x-svc-dev-token',
    description: 'One of the configured operator tokens.',
  },
  devToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Dev-Token',
    description: "One of the configured operator tokens, to create an operator's account.",
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
    description:
      '`t=<seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<body>`, not older than five minutes. `Stripe-Signature` is read too.',
  },
  partnerSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Partner-Signature',
    description:
      'Hex HMAC-SHA256 over the header `X-Partner-Timestamp` and the body. `X-Appsumo-Signature` and `-Timestamp` are read too.',
  },
};

/** Headers that several answers share. */
export const headers = {
  RequestId: {
    description: "This request's id: your own if you sent a valid one.",
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Wait at least so many seconds.', schema: { type: 'integer', minimum: 0 } },
  RateLimit: {
    description:
      'What is left of a limit: its name, `r` uses within the next `t` seconds (IETF draft RateLimit header fields).',
    schema: { type: 'string' },
    example: '"login";r=7;t=540',
  },
  RateLimitPolicy: {
    description: 'The limit: its name, `q` uses in a window of `w` seconds.',
    schema: { type: 'string' },
    example: '"login";q=10;w=900',
  },
  WwwAuthenticate: { description: '`Bearer`, where a bearer token is expected.', schema: { type: 'string' } },
};
