import * as attribution from '#functions/api/attribution/endpoints.ts';
import * as auth from '#functions/api/auth/endpoints.ts';
import * as competitors from '#functions/api/competitors/endpoints.ts';
import * as conversions from '#functions/api/conversions/endpoints.ts';
import * as credits from '#functions/api/credits/endpoints.ts';
import * as dashboard from '#functions/api/dashboard/endpoints.ts';
import * as discover from '#functions/api/discover/endpoints.ts';
import * as docs from '#functions/api/docs/endpoints.ts';
import * as mailLinks from '#functions/api/mail-links/endpoints.ts';
import * as maintenance from '#functions/api/maintenance/endpoints.ts';
import * as mcp from '#functions/api/mcp/endpoints.ts';
import * as media from '#functions/api/media/endpoints.ts';
import * as notifications from '#functions/api/notifications/endpoints.ts';
import * as onboarding from '#functions/api/onboarding/endpoints.ts';
import * as operatorAuth from '#functions/api/operator-auth/endpoints.ts';
import * as pixel from '#functions/api/pixel/endpoints.ts';
import * as prompts from '#functions/api/prompts/endpoints.ts';
import * as tracing from '#functions/api/tracing/endpoints.ts';
import * as webhooks from '#functions/api/webhooks/endpoints.ts';

/** Every endpoint group. One group is one Lambda: functions/<name>/index.ts. */
export const groups = {
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

/** Groups that may take longer than the 29 seconds of a buffered answer, and for how long: theirs are streamed. */
export const streamedGroups: Readonly<Record<string, { timeoutSeconds: number }>> = {
  discover: { timeoutSeconds: 90 },
};
