import * as attribution from './attribution/endpoints.ts';
import * as auth from './auth/endpoints.ts';
import * as competitors from './competitors/endpoints.ts';
import * as conversions from './conversions/endpoints.ts';
import * as credits from './credits/endpoints.ts';
import * as dashboard from './dashboard/endpoints.ts';
import * as discover from './discover/endpoints.ts';
import * as docs from './docs/endpoints.ts';
import * as mailLinks from './mail-links/endpoints.ts';
import * as maintenance from './maintenance/endpoints.ts';
import * as media from './media/endpoints.ts';
import * as notifications from './notifications/endpoints.ts';
import * as onboarding from './onboarding/endpoints.ts';
import * as operatorAuth from './operator-auth/endpoints.ts';
import * as pixel from './pixel/endpoints.ts';
import * as prompts from './prompts/endpoints.ts';
import * as tracing from './tracing/endpoints.ts';
import * as webhooks from './webhooks/endpoints.ts';

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
