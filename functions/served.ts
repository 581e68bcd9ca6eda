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
import type { HttpFunctionName } from '#functions/http.ts';

/** Hosts and tests that load all functions have their endpoints and dependencies from here. */
export const servedBy = {
  attribution: advertiserWrites,
  'attribution-reads': advertiserReads,
  auth: signIn,
  competitors: adLibrary,
  conversions: serverEvents,
  credits: money,
  dashboard: analysis,
  discover: discovery,
  docs: docs,
  'mail-links': mailLinks,
  maintenance: operatorsWrite,
  mcp: mcp,
  media: media,
  notifications: notifications,
  onboarding: descriptions,
  'operator-auth': operatorSignIn,
  pixel: pixel,
  prompts: prompts,
  tracing: operatorsRead,
  webhooks: received,
} as const satisfies Record<HttpFunctionName, object>;

export const served = Object.fromEntries(Object.entries(servedBy).map(([name, { endpoints }]) => [name, endpoints])) as {
  [N in HttpFunctionName]: (typeof servedBy)[N]['endpoints'];
};
