import * as attribution from '#functions/http/attribution/endpoints.ts';
import * as auth from '#functions/http/auth/endpoints.ts';
import * as competitors from '#functions/http/competitors/endpoints.ts';
import * as conversions from '#functions/http/conversions/endpoints.ts';
import * as credits from '#functions/http/credits/endpoints.ts';
import * as dashboard from '#functions/http/dashboard/endpoints.ts';
import * as discover from '#functions/http/discover/endpoints.ts';
import * as docs from '#functions/http/docs/endpoints.ts';
import * as mailLinks from '#functions/http/mail-links/endpoints.ts';
import * as maintenance from '#functions/http/maintenance/endpoints.ts';
import * as mcp from '#functions/http/mcp/endpoints.ts';
import * as media from '#functions/http/media/endpoints.ts';
import * as notifications from '#functions/http/notifications/endpoints.ts';
import * as onboarding from '#functions/http/onboarding/endpoints.ts';
import * as operatorAuth from '#functions/http/operator-auth/endpoints.ts';
import * as pixel from '#functions/http/pixel/endpoints.ts';
import * as prompts from '#functions/http/prompts/endpoints.ts';
import * as tracing from '#functions/http/tracing/endpoints.ts';
import * as webhooks from '#functions/http/webhooks/endpoints.ts';

export const served = {
  attribution,
  auth,
  competitors,
  conversions,
  credits,
  dashboard,
  discover,
  docs,
  'mail-links': mailLinks,
  maintenance,
  mcp,
  media,
  notifications,
  onboarding,
  'operator-auth': operatorAuth,
  pixel,
  prompts,
  tracing,
  webhooks,
};

/** A buffered response must be complete after 29 seconds, so slower responses are streamed. */
export const streamedFunctions: Readonly<Record<string, { timeoutSeconds: number }>> = {
  discover: { timeoutSeconds: 90 },
};
