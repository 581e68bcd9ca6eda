import * as z from 'zod';
import { activityActorKinds } from './activity-types.ts';
import { Effect, MailEffect, WebhookWork } from './effects.ts';
import { nudgeTypes } from './lifecycle-mails.ts';

export type QueueDescription = {
  /** What a message holds; its JSON is checked when sent and when received. */
  message: z.ZodType;
  /** The worker's folder under `functions/`. */
  function: string;
  timeoutSeconds: number;
  maxConcurrency: number;
  /**
   * When a message of a crashed worker comes back: six times the timeout by default, as Lambda recommends for its own
   * throttling. Less where a user waits for the work and a lease prevents a second worker.
   */
  visibilitySeconds?: number;
  /** Receives before a message goes to the dead-letter queue `<name>-dead`. */
  maxReceives: number;
  /** The wait before the next try of a failed message: doubles from the first value up to the second, with jitter. */
  retrySeconds: readonly [first: number, most: number];
  /** Workers that one account may have at a time, where a message is long work; see `inTurn`. */
  accountTurns?: number;
  /** The most messages that are handed over at once; 10 by default. Above ten, Lambda gathers for `gatherSeconds`. */
  batchSize?: number;
  gatherSeconds?: number;
};

/** Every queue. The typed sender, the worker, CDK and the local host read this one table. */
export const queues = {
  /** Effects that could not be delivered at once. */
  effects: {
    message: z.object({ effect: Effect }),
    function: 'effects',
    timeoutSeconds: 30,
    maxConcurrency: 5,
    maxReceives: 8,
    retrySeconds: [2, 900],
  },
  /** Notices for the internal channel, which takes one post a second: many go out as one. */
  notices: {
    message: z.object({ id: z.string(), text: z.string() }),
    function: 'notices',
    timeoutSeconds: 60,
    maxConcurrency: 2,
    batchSize: 100,
    gatherSeconds: 2,
    // Most of a day, for a channel that is down or was taken away.
    maxReceives: 100,
    retrySeconds: [5, 900],
  },
  /** Nudge e-mails that are due; whether they are still wanted is looked up then. */
  nudge_email: {
    message: z.object({
      user_id: z.int(),
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
  /** E-mails to many, and others that the mail service had no room for: as fast as it lets them go out beside codes. */
  bulk_mail: {
    message: z.object({ effect: MailEffect, ordered_at: z.iso.datetime() }),
    function: 'nudge-email',
    timeoutSeconds: 60,
    maxConcurrency: 4,
    // A mail is dropped when it is three days old, which comes first.
    maxReceives: 1000,
    retrySeconds: [5, 900],
  },
  /** Erasures that are not done with one request, and a second look at those that are. */
  erasure: {
    message: z.object({
      account_id: z.int(),
      task_id: z.string(),
      selector: z.union([
        z.object({ userHash: z.string() }),
        z.object({ clickIds: z.array(z.string()), unnamed: z.literal(true).optional() }),
      ]),
      /** Up to when it holds; of a message of before there were tombstones: until it is worked on. */
      until: z.iso.datetime().optional(),
      /** That events have arrived which an earlier erasure did not see. */
      late: z.boolean().optional(),
    }),
    function: 'erasure',
    timeoutSeconds: 60,
    maxConcurrency: 2,
    maxReceives: 8,
    retrySeconds: [5, 900],
  },
  /** Exports to be written, or written on. */
  export: {
    message: z.object({
      /** Of everything that belongs to the account; of its events by default. */
      kind: z.literal('account').optional(),
      account_id: z.int(),
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
    // A message is a minute of compressing: ten of them at once would outlive the function.
    batchSize: 1,
    // Seven tries, and between them up to a dozen looks at the lease of a worker that died.
    maxReceives: 100,
    retrySeconds: [60, 900],
  },
  /**
   * An import of spend to be made, with `order`; or one that a request began, to be ended if that died, or with `undo`
   * the undoing of one.
   */
  spend_import: {
    message: z.object({
      account_id: z.int(),
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
    // One import of an account runs at a time.
    accountTurns: 1,
    batchSize: 1,
    maxReceives: 30,
    retrySeconds: [5, 300],
  },
  /** Parts of a task that grants credits; without one, a check of its progress. */
  grants: {
    message: z.object({ task_id: z.string(), shard: z.int().min(0).nullable() }),
    function: 'grants',
    timeoutSeconds: 60,
    // A function for each part: one function grants to about 1,000 users a second.
    maxConcurrency: 16,
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  /** Parts of a backup of the tables; without one, a check of its progress. */
  backup: {
    message: z.object({ task_id: z.string(), shard: z.int().min(0).nullable() }),
    function: 'backup',
    timeoutSeconds: 120,
    maxConcurrency: 4,
    // A function for each part, as of `grants`: several at once would outlive it.
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  /** Parts of a prune; without one, a check of its progress. */
  prune: {
    message: z.object({ task_id: z.string(), shard: z.int().min(0).nullable() }),
    function: 'prune',
    timeoutSeconds: 60,
    maxConcurrency: 2,
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  /** Parts of a recount of an account's events; without one, a check of its progress. Or events that are not in the log yet. */
  recount: {
    message: z.union([
      z.object({ task_id: z.string(), shard: z.int().min(0).nullable() }),
      z.object({
        account_id: z.int(),
        environment: z.enum(['live', 'test']),
        event_ids: z.array(z.string()).max(200),
      }),
    ]),
    function: 'recount',
    timeoutSeconds: 90,
    maxConcurrency: 4,
    // Of events that the log would not take.
    accountTurns: 2,
    // A part takes up to 40 seconds: several at once would outlive the function.
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  /** Parts of an erasure of deleted accounts; without one, a check of its progress. */
  account_erasure: {
    message: z.object({ task_id: z.string(), shard: z.int().min(0).nullable() }),
    function: 'account-erasure',
    timeoutSeconds: 120,
    maxConcurrency: 2,
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  /** Codes to reset a password, sent if the address has an account. A message never holds the code. */
  reset_codes: {
    message: z.object({
      email: z.string(),
      request_id: z.string(),
      /** The network that asked, as a keyed hash. */
      network: z.string().optional(),
      /** `guessing`: sends no code, but a mail that codes were guessed. */
      about: z.literal('guessing').optional(),
    }),
    function: 'reset-codes',
    timeoutSeconds: 30,
    maxConcurrency: 5,
    // Ten minutes of tries: nobody waits for a code much longer.
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
  /** Company descriptions to be moderated: the one that the account has when the message is worked on. */
  description_checks: {
    message: z.object({ user_id: z.int() }),
    function: 'description-checks',
    timeoutSeconds: 30,
    maxConcurrency: 2,
    // Some hours, for a moderation that is down.
    maxReceives: 20,
    retrySeconds: [5, 900],
  },
  /** What SES reports of our mails (event publishing through SNS, raw): only what is looked at. */
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
  /** Media of a page's ads to be copied, before their addresses expire. */
  media: {
    message: z.object({ handle: z.string(), urls: z.array(z.string()).min(1).max(50) }),
    function: 'media-copies',
    // Fifty addresses that all keep us waiting, four at a time.
    timeoutSeconds: 180,
    maxConcurrency: 4,
    // Each holds four files of up to 10 MB: those of ten at once are more than the function's memory.
    batchSize: 1,
    maxReceives: 8,
    retrySeconds: [30, 900],
  },
  /** Discoveries of competitors to be worked on. */
  discovery: {
    message: z.object({ task_id: z.string(), user_id: z.int().optional() }),
    function: 'discovery',
    timeoutSeconds: 160,
    visibilitySeconds: 170,
    maxConcurrency: 10,
    accountTurns: 3,
    // Each takes most of a minute, and has the whole function for it.
    batchSize: 1,
    // More than a task is taken and found busy before, so that it is the task that ends, with a sentence.
    maxReceives: 30,
    retrySeconds: [5, 60],
  },
  /** Deliveries to customers' webhook endpoints. */
  webhooks: {
    message: z.object({ account_id: z.int(), endpoint_id: z.string(), work: WebhookWork }),
    function: 'webhook-deliveries',
    timeoutSeconds: 60,
    // One message at a time, so that a slow endpoint has no function to itself but its own.
    batchSize: 1,
    maxConcurrency: 100,
    // For failures of ours: those of endpoints are retried by the deliveries themselves.
    maxReceives: 30,
    retrySeconds: [5, 300],
  },
  /** Reports of ad accounts at the conversational assistant, one for an account and day. */
  assistant_report: {
    message: z.object({ task_id: z.string(), user_id: z.int().optional() }),
    function: 'assistant-report',
    timeoutSeconds: 240,
    // The vendor takes 600 calls a minute, and an account may be large.
    maxConcurrency: 3,
    batchSize: 1,
    maxReceives: 30,
    retrySeconds: [60, 900],
  },
  /** Keyword plans to be made. */
  keyword_plan: {
    message: z.object({ task_id: z.string(), user_id: z.int().optional() }),
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
export const queueNames = Object.keys(queues) as QueueName[];
