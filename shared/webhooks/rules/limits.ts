import type { RateLimit } from '#shared/limits/rate-limit.ts';
import { minuteInSeconds } from '#shared/values/durations.ts';

/** A delivery and its log are stored for this number of days. */
export const deliveryDays = 30;
export const maxEndpoints = 10;

const perMinute = (name: string): RateLimit => ({ name, limit: 10, windowSeconds: minuteInSeconds });

export const webhookLimits = {
  create: /* @__PURE__ */ perMinute('webhook-creations'),
  test: /* @__PURE__ */ perMinute('webhook-tests'),
  replay: /* @__PURE__ */ perMinute('webhook-replays'),
  rotate: /* @__PURE__ */ perMinute('webhook-rotations'),
};
