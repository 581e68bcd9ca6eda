import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { throttle } from '#shared/limits/needs.ts';
import { channel } from '#shared/notifications/needs.ts';
import { receipts } from '#shared/outbox/needs.ts';

export const needs = { channel, pace: throttle, queues, receipts };
export type Deps = DepsOf<typeof needs>;
