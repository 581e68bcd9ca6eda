import * as z from 'zod';
import { type ActivityType, activityActorKinds } from './activity-types.ts';
import { nudgeTypes } from './lifecycle-mails.ts';
import type { MailTemplate } from './mail-templates.ts';
import { accountIdField, userIdField } from './owner-fields.ts';
import type { WebhookEventType } from './webhook-event-types.ts';

/** API functions hold signing keys, so only workers fetch other websites. */
export const userJobs = ['discovery', 'own_page', 'site_check', 'keyword_plan', 'assistant_report'] as const;
export type UserJob = (typeof userJobs)[number];

export const recoveryMethods = ['reset', 'identity'] as const;

/** An effect's ID is permanent, so that a repeated delivery has no effect. */
const EffectId = z.string().min(1).max(200);

export const WebhookWork = z.union([z.object({ delivery: z.string(), attempts: z.int() }), z.object({ tick: z.int() })]);

const anyName = <T extends string>() => z.custom<T>((name) => typeof name === 'string');

/** The registry compares the template with what capabilities declare. */
export const MailEffect = z.object({
  kind: z.literal('mail'),
  id: EffectId,
  to_user: userIdField,
  to_email: z.string().optional(),
  to_verified: z.boolean().optional(),
  template: anyName<MailTemplate>(),
  data: z.record(z.string(), z.string()),
});

/** The registry knows the names that all capabilities declare. */
type DeclaredNames = {
  activityType: z.ZodType<ActivityType, ActivityType>;
  webhookEventType: z.ZodType<WebhookEventType, WebhookEventType>;
  mailTemplate: z.ZodType<MailTemplate, MailTemplate>;
};

/** The table's stream delivers the effects, so only and all committed effects are sent. */
export const effectSchema = ({ activityType, webhookEventType, mailTemplate }: DeclaredNames) =>
  z.discriminatedUnion('kind', [
    MailEffect.extend({ template: mailTemplate }),
    /** A notice identifies a user only by ID, never by name or e-mail. */
    z.object({ kind: z.literal('notice'), id: EffectId, text: z.string().min(1).max(3000) }),
    z.object({
      kind: z.literal('nudge'),
      id: EffectId,
      user_id: userIdField,
      nudge_id: z.string(),
      type: z.enum(nudgeTypes),
      /** The nudge's day is in the user's time zone. */
      day: z.iso.date(),
      due_at: z.iso.datetime(),
    }),
    z.object({
      kind: z.literal('user_task'),
      id: EffectId,
      job: z.enum(userJobs),
      task_id: z.string(),
      user_id: accountIdField.optional(),
      due_at: z.iso.datetime().nullable(),
    }),
    z.object({
      kind: z.literal('keyword_plan'),
      id: EffectId,
      user_id: accountIdField,
      task_id: z.string(),
      company_website: z.url(),
    }),
    z.object({
      kind: z.literal('reset_code'),
      id: EffectId,
      email: z.string(),
      request_id: z.string(),
      network: z.string().optional(),
    }),
    z.object({ kind: z.literal('registration_code'), id: EffectId, user_id: userIdField }),
    z.object({ kind: z.literal('description_check'), id: EffectId, user_id: userIdField }),
    /** Only earlier versions sent this effect, for keys from before `session_epoch`. */
    z.object({
      kind: z.literal('revoke_keys'),
      id: EffectId,
      user_id: accountIdField,
      session_epoch: z.int(),
    }),
    /**
     * This effect ends the keys, endpoints, team members and exports that sessions from before
     * `session_epoch` (a `tokensValidAfter`) created.
     */
    z.object({
      kind: z.literal('account_recovered'),
      id: EffectId,
      user_id: userIdField,
      session_epoch: z.int(),
      by: z.enum(recoveryMethods),
      at: z.iso.datetime(),
    }),
    z.object({ kind: z.literal('account_suspension'), id: EffectId, user_id: accountIdField }),
    z.object({
      kind: z.literal('team_invitation'),
      id: EffectId,
      email: z.string(),
      holder_id: z.int(),
      invitation_id: z.string(),
      expires_at: z.iso.datetime(),
    }),
    z.object({
      kind: z.literal('account_deletion'),
      id: EffectId,
      user_id: userIdField,
      requested_at: z.iso.datetime(),
      erase_at: z.iso.datetime(),
    }),
    z.object({ kind: z.literal('account_restored'), id: EffectId, user_id: userIdField }),
    z.object({
      kind: z.literal('webhook_event'),
      id: EffectId,
      type: webhookEventType,
      account_id: accountIdField,
      environment: z.enum(['live', 'test']),
      at: z.iso.datetime(),
      data: z.record(z.string(), z.unknown()),
    }),
    z.object({
      kind: z.literal('webhook_work'),
      id: EffectId,
      account_id: accountIdField,
      endpoint_id: z.string(),
      work: WebhookWork,
      due_at: z.iso.datetime().nullable(),
    }),
    z.object({
      kind: z.literal('activity'),
      id: EffectId,
      user_id: accountIdField,
      type: activityType,
      at: z.iso.datetime(),
      actor: z.object({ kind: z.enum(activityActorKinds), id: z.string().nullable() }),
      network: z.string().nullable(),
      request_id: z.string().nullable(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
    }),
    z.object({
      kind: z.literal('lite_discovery'),
      id: EffectId,
      user_id: accountIdField,
      company_website: z.url(),
    }),
  ]);
/** The effect has a name of any text where a capability declares the names. */
export const anyEffect = () =>
  effectSchema({
    activityType: anyName<ActivityType>(),
    webhookEventType: anyName<WebhookEventType>(),
    mailTemplate: anyName<MailTemplate>(),
  });

export type Effect = z.output<ReturnType<typeof effectSchema>>;
export type EffectOf<K extends Effect['kind']> = Extract<Effect, { kind: K }>;
