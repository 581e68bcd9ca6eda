import * as adLibrary from '#functions/http/ad-library.ts';
import * as advertiserReads from '#functions/http/advertiser-reads.ts';
import * as advertiserWrites from '#functions/http/advertiser-writes.ts';
import * as analysis from '#functions/http/analysis.ts';
import * as descriptions from '#functions/http/descriptions.ts';
import * as discovery from '#functions/http/discovery.ts';
import * as docs from '#functions/http/docs.ts';
import * as mailLinks from '#functions/http/mail-links.ts';
import * as mcp from '#functions/http/mcp.ts';
import * as media from '#functions/http/media.ts';
import * as money from '#functions/http/money.ts';
import * as notifications from '#functions/http/notifications.ts';
import * as operatorSignIn from '#functions/http/operator-sign-in.ts';
import * as operatorsRead from '#functions/http/operators-read.ts';
import * as operatorsWrite from '#functions/http/operators-write.ts';
import * as pixel from '#functions/http/pixel.ts';
import * as prompts from '#functions/http/prompts.ts';
import * as received from '#functions/http/received.ts';
import * as serverEvents from '#functions/http/server-events.ts';
import * as signIn from '#functions/http/sign-in.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';

type HttpFunction = {
  /** A file of `functions/http`, which names the folders of endpoints that the function serves. */
  file: string;
  serves: { endpoints: Readonly<Record<string, AnyEndpoint>>; makeDeps(host?: Overrides): object };
  /** Why these endpoints have a function of their own. */
  reason: string;
  /** A buffered response must be complete after 29 seconds, so a slower response is streamed. */
  streamedSeconds?: number;
};

/** The keys are the names of the functions in the cloud, and of their rights in `access.ts`. */
export const httpFunctions = {
  attribution: {
    file: 'advertiser-writes',
    serves: advertiserWrites,
    reason: 'Advertisers change their data: rights to write, to send to queues and to take files.',
  },
  'attribution-reads': {
    file: 'advertiser-reads',
    serves: advertiserReads,
    reason: 'Reports read much and are read often, and change no data of the advertiser.',
  },
  auth: {
    file: 'sign-in',
    serves: signIn,
    reason: 'Passwords need a full vCPU, and no other function has the secrets of sessions, codes and identities.',
  },
  competitors: {
    file: 'ad-library',
    serves: adLibrary,
    reason: 'Requests wait for an ad library outside, with its secret.',
  },
  conversions: {
    file: 'server-events',
    serves: serverEvents,
    reason: 'The hot path: a small bundle, a full vCPU, executions of its own, and an address without the gateway.',
  },
  credits: {
    file: 'money',
    serves: money,
    reason: 'Only these endpoints of advertisers move credits and licences.',
  },
  dashboard: {
    file: 'analysis',
    serves: analysis,
    reason: 'The analyses of advertisers need neither models nor secrets of vendors.',
  },
  discover: {
    file: 'discovery',
    serves: discovery,
    reason: 'A discovery is answered while it runs, as a stream.',
    streamedSeconds: 90,
  },
  docs: { file: 'docs', serves: docs, reason: 'Open to all: no table, no secret, and a large document.' },
  'mail-links': {
    file: 'mail-links',
    serves: mailLinks,
    reason: 'A link of a mail needs no sign-in, so the function has only the rights of the links.',
  },
  maintenance: {
    file: 'operators-write',
    serves: operatorsWrite,
    reason: 'Operators change accounts, queues and jobs: the widest rights.',
  },
  mcp: { file: 'mcp', serves: mcp, reason: 'Assistants read through the API: no right but to read keys.' },
  media: { file: 'media', serves: media, reason: 'Open to all: copies of pictures, no table.' },
  notifications: {
    file: 'notifications',
    serves: notifications,
    reason: 'Only this function and the sender have the secret that signs webhooks.',
  },
  onboarding: {
    file: 'descriptions',
    serves: descriptions,
    reason: 'A model reads descriptions, with its secret.',
  },
  'operator-auth': {
    file: 'operator-sign-in',
    serves: operatorSignIn,
    reason: 'Passwords of operators need a full vCPU.',
  },
  pixel: {
    file: 'pixel',
    serves: pixel,
    reason: 'Open to all browsers: a small bundle, few rights, and an address without the gateway.',
  },
  prompts: { file: 'prompts', serves: prompts, reason: 'A model reads pictures, with its secret.' },
  tracing: {
    file: 'operators-read',
    serves: operatorsRead,
    reason: 'Operators search people and their prompts; they change nothing here, and the index needs memory.',
  },
  webhooks: {
    file: 'received',
    serves: received,
    reason: 'The billing processor and the partner call with signatures, and may change money.',
  },
} as const satisfies Record<string, HttpFunction>;

export type HttpFunctionName = keyof typeof httpFunctions;

export const served = Object.fromEntries(Object.entries(httpFunctions).map(([name, { serves }]) => [name, serves.endpoints])) as {
  [N in HttpFunctionName]: (typeof httpFunctions)[N]['serves']['endpoints'];
};

export const streamedFunctions: Readonly<Record<string, { timeoutSeconds: number }>> = Object.fromEntries(
  Object.entries(httpFunctions).flatMap(([name, each]) =>
    'streamedSeconds' in each ? [[name, { timeoutSeconds: each.streamedSeconds }]] : [],
  ),
);
