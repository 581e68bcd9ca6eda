import * as z from 'zod';
import { failureQueues } from '#functions/failures.ts';
import { type QueueName, queueNames } from '#functions/queues.ts';
import type { FailureQueue } from '#shared/aws/dead-letters.ts';
import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { GivenReason } from '#shared/operators/given-reason.ts';

export const QueueParams = z.object({
  queue: z.enum([...queueNames, ...failureQueues]).meta({
    description: 'Name of the queue. Those of streams and schedules end in `-failed`.',
  }),
});

export const isFailureQueue = (queue: QueueName | FailureQueue): queue is FailureQueue => failureQueues.some((name) => name === queue);

export const DeadLettersRequest = z.object({ reason: GivenReason }).meta({ id: 'DeadLettersRequest' }).optional();

export const DeadLettersHandled = z
  .object({
    queue: z.string().meta({ description: 'Name of the queue.' }),
    count: z.int().min(0).meta({ description: 'Number of messages that this request handled.' }),
    notes: z.array(z.string()).optional().meta({
      description: 'Of streams and schedules: what was done, and why some stay.',
    }),
    is_empty: z.boolean().meta({
      description: 'Whether no dead letter is left. Otherwise repeat the request: it ends after 15 seconds.',
    }),
  })
  .meta({ id: 'DeadLettersHandled' });

const secretNames = /code|token|secret|password|link|url|key$/i;

export function shownMessage(body: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return '[not JSON]';
  }
  return redactPersonalData({ message: masked(parsed) }).properties.message;
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      name,
      secretNames.test(name) && typeof content === 'string' ? '[hidden]' : masked(content),
    ]),
  );
}

export const handleMs = 15_000;
