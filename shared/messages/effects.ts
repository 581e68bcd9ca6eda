import * as z from 'zod';
import { activityActorKinds, activityTypes } from './activity-types.ts';
import { lifecycleTypes, nudgeTypes } from './lifecycle-mails.ts';
import { userJobs } from './user-jobs.ts';
import { webhookEventTypes } from './webhook-event-types.ts';

/** How an account can be recovered: a password reset by e-mail, or the first sign-in of its e-mail at the identity provider. */
export const recoveryMethods = ['reset', 'identity'] as const;

/** Identifies an effect permanently, so that a repeated delivery does nothing. */
const EffectId = z.string().min(1).max(200);

/** One delivery at its attempt, or one look after the deliveries that wait for an endpoint. */
export const WebhookWork = z.union([
  z.object({ delivery: z.string(), attempts: z.int() }),
  z.object({ tick: z.int() }),
]);

/** An e-mail to a user, by its template. */
export const MailEffect = z.object({
  kind: z.literal('mail'),
  id: EffectId,
  to_user: z.int(),
  /** Instead of the address that the account has when the mail is sent. */
  to_email: z.string().optional(),
  /** Whether the owner of `to_email` verified it. Without it, the account's address decides. */
  to_verified: z.boolean().optional(),
  template: z.enum([
    'secret_key_issued',
    'secret_key_revoked',
    'secret_key_rotated',
    'secret_key_exposed',
    'secret_key_notices_paused',
    'event_id_conflict',
    'password_removed',
    'identity_linked',
    'password_changed',
    'password_changed_by_owner',
    'email_changed',
    'email_changed_from',
    'phone_changed',
    'mfa_enabled',
    'mfa_disabled',
    'mfa_removed_by_support',
    ...lifecycleTypes,
    'password_changed_by_support',
    'keys_revoked_by_support',
    'account_deletion_requested',
    'account_restored',
    'account_recovered',
    'account_reactivated',
    'account_export_ready',
    'webhook_disabled',
  ]),
  data: z.record(z.string(), z.string()),
});
/** The e-mails that an account is sent about itself. Codes, invitations and notices to other addresses are none of them. */
export const accountMails: readonly string[] = MailEffect.shape.template.options;

/**
 * Something to be done outside the store once a write holds. It travels inside the written item (attribute `effects`)
 * and is delivered from the table's stream, so nothing is sent that was not committed and nothing committed stays unsent.
 */
export const Effect = z.discriminatedUnion('kind', [
  MailEffect,
  /** A notice in the internal channel. It names people by id only. */
  z.object({ kind: z.literal('notice'), id: EffectId, text: z.string().min(1).max(3000) }),
  /** A nudge e-mail to be looked at again when it is due. */
  z.object({
    kind: z.literal('nudge'),
    id: EffectId,
    user_id: z.int(),
    nudge_id: z.string(),
    type: z.enum(nudgeTypes),
    /** Of the request, in the user's time zone. */
    day: z.iso.date(),
    due_at: z.iso.datetime(),
  }),
  /** A user's task is to be worked on, not before `due_at`. */
  z.object({
    kind: z.literal('user_task'),
    id: EffectId,
    job: z.enum(userJobs),
    task_id: z.string(),
    /** Absent in effects of earlier versions. */
    user_id: z.int().optional(),
    due_at: z.iso.datetime().nullable(),
  }),
  /** A keyword plan is to be made of what a discovery found; the task of it takes the id `task_id`. */
  z.object({
    kind: z.literal('keyword_plan'),
    id: EffectId,
    user_id: z.int(),
    task_id: z.string(),
    company_website: z.url(),
  }),
  /** A code to reset a password was asked for while the queue for it failed. */
  z.object({
    kind: z.literal('reset_code'),
    id: EffectId,
    email: z.string(),
    request_id: z.string(),
    /** The network that asked, as a keyed hash. */
    network: z.string().optional(),
  }),
  /** A new account whose address is not verified is sent a code for it. */
  z.object({ kind: z.literal('registration_code'), id: EffectId, user_id: z.int() }),
  /** The company description of an account is to be moderated. */
  z.object({ kind: z.literal('description_check'), id: EffectId, user_id: z.int() }),
  /**
   * Keys that sessions from before `session_epoch` (a value of `tokensValidAfter`) issued are to be revoked. Earlier
   * versions sent it.
   */
  z.object({ kind: z.literal('revoke_keys'), id: EffectId, user_id: z.int(), session_epoch: z.int() }),
  /**
   * An account whose e-mail nobody had verified was recovered: whatever leads data out of it and was made by sessions from
   * before `session_epoch` (a value of `tokensValidAfter`) ends.
   */
  z.object({
    kind: z.literal('account_recovered'),
    id: EffectId,
    user_id: z.int(),
    session_epoch: z.int(),
    by: z.enum(recoveryMethods),
    at: z.iso.datetime(),
  }),
  /** Keys and webhook endpoints of an account are suspended while it is inactive, and work again when it is active. */
  z.object({ kind: z.literal('account_suspension'), id: EffectId, user_id: z.int() }),
  /** Somebody, with or without an account, is invited to the team of a licence. */
  z.object({
    kind: z.literal('team_invitation'),
    id: EffectId,
    email: z.string(),
    holder_id: z.int(),
    invitation_id: z.string(),
    expires_at: z.iso.datetime(),
  }),
  /** An account was deleted by its owner: it leaves its teams, and restores of backups hear of it. */
  z.object({
    kind: z.literal('account_deletion'),
    id: EffectId,
    user_id: z.int(),
    requested_at: z.iso.datetime(),
    erase_at: z.iso.datetime(),
  }),
  /** A deleted account was restored. */
  z.object({ kind: z.literal('account_restored'), id: EffectId, user_id: z.int() }),
  /** An event for the webhooks of an account; its endpoints are looked up when it is delivered. */
  z.object({
    kind: z.literal('webhook_event'),
    id: EffectId,
    type: z.enum(webhookEventTypes),
    account_id: z.int(),
    environment: z.enum(['live', 'test']),
    at: z.iso.datetime(),
    data: z.record(z.string(), z.unknown()),
  }),
  /** A delivery to a webhook endpoint is due, or (with `tick`) the endpoint's lane is. */
  z.object({
    kind: z.literal('webhook_work'),
    id: EffectId,
    account_id: z.int(),
    endpoint_id: z.string(),
    work: WebhookWork,
    due_at: z.iso.datetime().nullable(),
  }),
  /** An entry of an account's activity log. */
  z.object({
    kind: z.literal('activity'),
    id: EffectId,
    user_id: z.int(),
    type: z.enum(activityTypes),
    at: z.iso.datetime(),
    actor: z.object({ kind: z.enum(activityActorKinds), id: z.string().nullable() }),
    network: z.string().nullable(),
    request_id: z.string().nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  }),
  /** Competitors of a new account are to be found by its website. */
  z.object({ kind: z.literal('lite_discovery'), id: EffectId, user_id: z.int(), company_website: z.url() }),
]);
export type Effect = z.output<typeof Effect>;
export type EffectOf<K extends Effect['kind']> = Extract<Effect, { kind: K }>;
