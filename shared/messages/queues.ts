import * as z from 'zod';
import { activityActorKinds } from './activity-types.ts';
import { candidateSignals } from './candidate-signals.ts';
import { Effect, MailEffect, type UserJob, WebhookWork } from './effects.ts';
import { nudgeTypes } from './lifecycle-mails.ts';
import { accountIdField, userIdField } from './owner-fields.ts';
import { ProjectionRerun } from './set-aside.ts';

export type QueueDescription = {
  message: z.ZodType;
  function: string;
  timeoutSeconds: number;
  maxConcurrency: number;
  /**
   * A crashed worker's message returns after this time, six times the timeout by default; sooner, within a lease, if a
   * user waits.
   */
  visibilitySeconds?: number;
  maxReceives: number;
  /** The delay doubles from the first to the second value, with jitter. */
  retrySeconds: readonly [first: number, most: number];
  accountTurns?: number;
  /** For a batch above ten, Lambda gathers messages for `gatherSeconds`. The default is 10. */
  batchSize?: number;
  gatherSeconds?: number;
};

export const queues = {
  effects: {
    message: z.object({ effect: Effect }),
    function: 'effects',
    timeoutSeconds: 30,
    maxConcurrency: 5,
    maxReceives: 8,
    retrySeconds: [2, 900],
  },
  /** The internal channel accepts one post per second, so notices share a post. */
  notices: {
    message: z.object({ id: z.string(), text: z.string() }),
    function: 'notices',
    timeoutSeconds: 60,
    maxConcurrency: 2,
    batchSize: 100,
    gatherSeconds: 2,
    // This many receives cover most of a day, for a channel that is down.
    maxReceives: 100,
    retrySeconds: [5, 900],
  },
  nudge_email: {
    message: z.object({
      user_id: userIdField,
      nudge_id: z.string(),
      type: z.enum(nudgeTypes),
      day: z.iso.date(),
    }),
    function: 'nudge-email',
    timeoutSeconds: 30,
    maxConcurrency: 5,
    maxReceives: 8,
    retrySeconds: [30, 900],
  },
  /** Bulk and throttled mails use the rate that codes leave free. */
  bulk_mail: {
    message: z.object({ effect: MailEffect, ordered_at: z.iso.datetime() }),
    function: 'nudge-email',
    timeoutSeconds: 60,
    maxConcurrency: 4,
    // The worker drops a mail after three days, long before this limit.
    maxReceives: 1000,
    retrySeconds: [5, 900],
  },
  erasure: {
    message: z.object({
      account_id: accountIdField,
      task_id: z.string(),
      selector: z.union([
        z.object({ userHash: z.string() }),
        z.object({ clickIds: z.array(z.string()), unnamed: z.literal(true).optional() }),
      ]),
      /** Messages of versions before tombstones have no end and still apply. */
      until: z.iso.datetime().optional(),
      late: z.boolean().optional(),
      names: z
        .object({
          environment: z.enum(['live', 'test']),
          before: z.string().optional(),
          part: z.int().min(0),
        })
        .optional(),
    }),
    function: 'erasure',
    timeoutSeconds: 60,
    maxConcurrency: 2,
    maxReceives: 8,
    retrySeconds: [5, 900],
  },
  export: {
    message: z.object({
      kind: z.literal('account').optional(),
      account_id: accountIdField,
      export_id: z.string(),
      environment: z.enum(['live', 'test']),
      from: z.iso.date(),
      to: z.iso.date(),
      created_at: z.iso.datetime(),
      pixel_key: z.string().optional(),
      time_zone: z.string().optional(),
    }),
    function: 'export',
    timeoutSeconds: 300,
    visibilitySeconds: 310,
    maxConcurrency: 2,
    accountTurns: 1,
    // A message takes a minute of compression, so ten would exceed the timeout.
    batchSize: 1,
    // The receives cover the seven attempts of an import and their lease checks.
    maxReceives: 100,
    retrySeconds: [60, 900],
  },
  spend_import: {
    message: z.object({
      account_id: accountIdField,
      environment: z.enum(['live', 'test']),
      import_id: z.string(),
      undo: z.literal(true).optional(),
      order: z
        .object({
          id: z.string(),
          accountId: z.int(),
          environment: z.enum(['live', 'test']),
          network: z.string(),
          adAccount: z.string(),
          mode: z.enum(['replace_days', 'upsert']),
          currency: z.string().nullable(),
          timeZone: z.string(),
          pixelKey: z.string().nullable(),
          by: z.object({ kind: z.enum(activityActorKinds), id: z.string().nullable() }),
          createdAt: z.iso.datetime(),
          file: z.object({
            key: z.string(),
            dateFormat: z.enum(['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY']).nullable(),
            columns: z.record(z.string(), z.string()),
          }),
        })
        .optional(),
    }),
    function: 'spend-import',
    timeoutSeconds: 120,
    visibilitySeconds: 130,
    maxConcurrency: 4,
    accountTurns: 1,
    batchSize: 1,
    maxReceives: 30,
    retrySeconds: [5, 300],
  },
  reconciliation: {
    message: z.object({
      account_id: accountIdField,
      environment: z.enum(['live', 'test']),
      reconciliation_id: z.string(),
      repair: z.enum(['send_missing', 'adjust_values', 'void_doubles']).optional(),
      /** Earlier parts of the reconciliation's rows have no erased names. */
      names_from: z.int().min(0).optional(),
    }),
    function: 'reconciliation',
    timeoutSeconds: 180,
    visibilitySeconds: 190,
    maxConcurrency: 4,
    accountTurns: 1,
    batchSize: 1,
    maxReceives: 30,
    retrySeconds: [5, 300],
  },
  grants: {
    message: z.object({ task_id: z.string(), shard: z.int().min(0).nullable() }),
    function: 'grants',
    timeoutSeconds: 60,
    // A function grants to 1,000 users per second.
    maxConcurrency: 16,
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  backup: {
    message: z.object({ task_id: z.string(), shard: z.int().min(0).nullable() }),
    function: 'backup',
    timeoutSeconds: 120,
    maxConcurrency: 4,
    // The grants of several shards would exceed the function's timeout, so a batch has one message.
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  prune: {
    message: z.object({ task_id: z.string(), shard: z.int().min(0).nullable() }),
    function: 'prune',
    timeoutSeconds: 60,
    maxConcurrency: 2,
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  recount: {
    message: z.union([
      z.object({ task_id: z.string(), shard: z.int().min(0).nullable() }),
      z.object({
        account_id: accountIdField,
        environment: z.enum(['live', 'test']),
        event_ids: z.array(z.string()).max(200),
      }),
      z.object({ account_id: accountIdField, application_id: z.string() }),
      ProjectionRerun,
    ]),
    function: 'recount',
    timeoutSeconds: 90,
    maxConcurrency: 4,
    accountTurns: 2,
    // The recount of a shard takes up to 40 seconds.
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  account_erasure: {
    message: z.object({ task_id: z.string(), shard: z.int().min(0).nullable() }),
    function: 'account-erasure',
    timeoutSeconds: 120,
    maxConcurrency: 2,
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  /** A candidate click waits twice for 15 minutes, a queue's longest delay. */
  verdicts: {
    message: z.object({
      signal: z.enum(candidateSignals),
      click_ids: z.array(z.string()).min(1).max(100),
      other_ids: z.array(z.string()).max(40).optional(),
      wait: z.int().min(1).max(2),
    }),
    function: 'click-verdicts',
    timeoutSeconds: 60,
    maxConcurrency: 4,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  reset_codes: {
    message: z.object({
      email: z.string(),
      request_id: z.string(),
      network: z.string().optional(),
      about: z.literal('guessing').optional(),
    }),
    function: 'reset-codes',
    timeoutSeconds: 30,
    maxConcurrency: 5,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  description_checks: {
    message: z.object({ user_id: userIdField }),
    function: 'description-checks',
    timeoutSeconds: 30,
    maxConcurrency: 2,
    // This many receives cover some hours, for a moderation that is down.
    maxReceives: 20,
    retrySeconds: [5, 900],
  },
  /** The fields are from SES's event publishing (through SNS, raw). */
  mail_events: {
    message: z.object({
      eventType: z.string(),
      bounce: z
        .object({
          bounceType: z.string(),
          bouncedRecipients: z.array(z.object({ emailAddress: z.string() })),
        })
        .optional(),
      complaint: z
        .object({
          complaintFeedbackType: z.string().nullish(),
          complainedRecipients: z.array(z.object({ emailAddress: z.string() })),
        })
        .optional(),
    }),
    function: 'mail-events',
    timeoutSeconds: 30,
    maxConcurrency: 2,
    maxReceives: 8,
    retrySeconds: [5, 900],
  },
  media: {
    message: z.object({ handle: z.string(), urls: z.array(z.string()).min(1).max(50) }),
    function: 'media-copies',
    // Fifty addresses, read four at a time, may be slow.
    timeoutSeconds: 180,
    maxConcurrency: 4,
    // A message's four files may have 10 MB each.
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [30, 900],
  },
  discovery: {
    message: z.object({ task_id: z.string(), user_id: accountIdField.optional() }),
    function: 'discovery',
    timeoutSeconds: 160,
    visibilitySeconds: 170,
    maxConcurrency: 10,
    accountTurns: 3,
    batchSize: 1,
    // The limit of receives exceeds a task's attempts, so the task ends first.
    maxReceives: 30,
    retrySeconds: [5, 60],
  },
  webhooks: {
    message: z.object({ account_id: accountIdField, endpoint_id: z.string(), work: WebhookWork }),
    function: 'webhook-deliveries',
    timeoutSeconds: 60,
    // Each message is a batch, so a slow endpoint delays no other endpoint.
    batchSize: 1,
    maxConcurrency: 100,
    // A delivery retries an endpoint's failures itself.
    maxReceives: 30,
    retrySeconds: [5, 300],
  },
  assistant_report: {
    message: z.object({ task_id: z.string(), user_id: accountIdField.optional() }),
    function: 'assistant-report',
    timeoutSeconds: 240,
    // The vendor of assistant ads accepts 600 calls per minute.
    maxConcurrency: 3,
    batchSize: 1,
    maxReceives: 30,
    retrySeconds: [60, 900],
  },
  keyword_plan: {
    message: z.object({ task_id: z.string(), user_id: accountIdField.optional() }),
    function: 'keyword-plan',
    timeoutSeconds: 240,
    visibilitySeconds: 250,
    maxConcurrency: 10,
    accountTurns: 3,
    batchSize: 1,
    maxReceives: 30,
    retrySeconds: [5, 300],
  },
} as const satisfies Record<string, QueueDescription>;

export type QueueName = keyof typeof queues;
export type Message<Q extends QueueName> = z.output<(typeof queues)[Q]['message']>;
export const queueNames = (Object.keys(queues) as QueueName[]).sort();

export const queueOfJob = (job: UserJob) => (job === 'own_page' || job === 'site_check' ? 'discovery' : job);
