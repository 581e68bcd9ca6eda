import type { RateLimit } from '#shared/limits/rate-limits.ts';

const perMinute = (name: string): RateLimit => ({ name, limit: 10, windowSeconds: 60 });

export const webhookLimits = {
  create: perMinute('webhook-creations'),
  test: perMinute('webhook-tests'),
  replay: perMinute('webhook-replays'),
  rotate: perMinute('webhook-rotations'),
};
