import type { RateLimit } from '#shared/limits/rate-limits.ts';

const perMinute = (name: string): RateLimit => ({ name, limit: 10, windowSeconds: 60 });

/** What an account may order of its webhook endpoints in a minute: each order costs calls of somebody's server, or secrets. */
export const webhookLimits = {
  create: perMinute('webhook-creations'),
  test: perMinute('webhook-tests'),
  replay: perMinute('webhook-replays'),
  rotate: perMinute('webhook-rotations'),
};
