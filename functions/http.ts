type HttpFunction = {
  /** A file of `functions/http`, which names the folders of endpoints that the function serves. */
  file: string;
  /** Why these endpoints have a function of their own. */
  reason: string;
  /** A buffered response must be complete after 29 seconds, so a slower response is streamed. */
  streamedSeconds?: number;
};

/** The keys are the names of the functions in the cloud, and of their rights in `access.ts`. */
export const httpFunctions = {
  attribution: {
    file: 'advertiser-writes',
    reason: 'Advertisers change their data: rights to write, to send to queues and to take files.',
  },
  'attribution-reads': {
    file: 'advertiser-reads',
    reason: 'Reports read much and are read often, and change no data of the advertiser.',
  },
  auth: {
    file: 'sign-in',
    reason: 'Passwords need a full vCPU, and no other function has the secrets of sessions, codes and identities.',
  },
  competitors: {
    file: 'ad-library',
    reason: 'Requests wait for an ad library outside, with its secret.',
  },
  conversions: {
    file: 'server-events',
    reason: 'The hot path: a small bundle, a full vCPU, executions of its own, and an address without the gateway.',
  },
  credits: {
    file: 'money',
    reason: 'Only these endpoints of advertisers move credits and licences.',
  },
  dashboard: {
    file: 'analysis',
    reason: 'The analyses of advertisers need neither models nor secrets of vendors.',
  },
  discover: {
    file: 'discovery',
    reason: 'A discovery is answered while it runs, as a stream.',
    streamedSeconds: 90,
  },
  docs: { file: 'docs', reason: 'Open to all: no table, no secret, and a large document.' },
  'mail-links': {
    file: 'mail-links',
    reason: 'A link of a mail needs no sign-in, so the function has only the rights of the links.',
  },
  maintenance: {
    file: 'operators-write',
    reason: 'Operators change accounts, queues and jobs: the widest rights.',
  },
  mcp: { file: 'mcp', reason: 'Assistants read through the API: no right but to read keys.' },
  media: { file: 'media', reason: 'Open to all: copies of pictures, no table.' },
  notifications: {
    file: 'notifications',
    reason: 'Only this function and the sender have the secret that signs webhooks.',
  },
  onboarding: {
    file: 'descriptions',
    reason: 'A model reads descriptions, with its secret.',
  },
  'operator-auth': {
    file: 'operator-sign-in',
    reason: 'Passwords of operators need a full vCPU.',
  },
  pixel: {
    file: 'pixel',
    reason: 'Open to all browsers: a small bundle, few rights, and an address without the gateway.',
  },
  prompts: { file: 'prompts', reason: 'A model reads pictures, with its secret.' },
  tracing: {
    file: 'operators-read',
    reason: 'Operators search people and their prompts; they change nothing here, and the index needs memory.',
  },
  webhooks: {
    file: 'received',
    reason: 'The billing processor and the partner call with signatures, and may change money.',
  },
} as const satisfies Record<string, HttpFunction>;

export type HttpFunctionName = keyof typeof httpFunctions;

export const streamedFunctions: Readonly<Record<string, { timeoutSeconds: number }>> = Object.fromEntries(
  Object.entries(httpFunctions).flatMap(([name, each]) =>
    'streamedSeconds' in each ? [[name, { timeoutSeconds: each.streamedSeconds }]] : [],
  ),
);
