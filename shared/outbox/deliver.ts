import { descriptionChecksQueue, resetCodesQueue } from '#shared/accounts/queues.ts';
import { startLightDiscovery } from '#shared/competitors/start-light-discovery.ts';
import type { RateLimit } from '#shared/limits/rate-limits.ts';
import { log } from '#shared/log.ts';
import { bulkHeldMs, bulkPaceName } from '#shared/mail/bulk-pace.ts';
import { takeUnverified } from '#shared/mail/can-send-mail.ts';
import { invitationMail } from '#shared/mail/invitation-mail.ts';
import { MailThrottled } from '#shared/mail/mailer.ts';
import { bulkMailQueue } from '#shared/mail/queues.ts';
import type { Effect, EffectOf } from '#shared/messages/effects.ts';
import { noticesQueue, nudgeEmailQueue } from '#shared/notifications/queues.ts';
import { mailRules } from '#shared/registry/mails.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import { siteDomain } from '#shared/values/site-domain.ts';
import { ownerOf } from '#shared/values/tenant.ts';
import { eventOfEffect, publish } from '#shared/webhooks/publish.ts';
import { webhooksQueue } from '#shared/webhooks/queues.ts';
import type { EffectDeps } from './effect-needs.ts';
import { endRecovered } from './end-recovered.ts';
import { queueOfJob } from './queue-of-job.ts';
import { sendMail } from './send-mail.ts';
import { sendRegistrationCode } from './send-registration-code.ts';
import { type Afterwards, withReceipt } from './with-receipt.ts';

export async function deliver(effect: Effect, deps: EffectDeps): Promise<void> {
  if (effect.kind === 'mail') await mail(effect, deps);
  else if (effect.kind === 'team_invitation') await withReceipt(effect.id, deps, () => invite(effect, deps).then(() => undefined));
  else if (effect.kind === 'notice') await deps.queues.send(noticesQueue, { id: effect.id, text: effect.text });
  else if (effect.kind === 'reset_code')
    await deps.queues.send(resetCodesQueue, {
      email: effect.email,
      request_id: effect.request_id,
      ...(effect.network !== undefined && { network: effect.network }),
    });
  else if (effect.kind === 'registration_code') await withReceipt(effect.id, deps, () => sendRegistrationCode(effect, deps));
  else if (effect.kind === 'nudge') await order(effect, deps);
  else if (effect.kind === 'user_task') await orderTask(effect, deps);
  else if (effect.kind === 'description_check') await deps.queues.send(descriptionChecksQueue, { user_id: effect.user_id });
  else if (effect.kind === 'account_deletion') await followDeletion(effect, deps);
  else if (effect.kind === 'account_restored') await forgetDeletion(effect, deps);
  else if (effect.kind === 'account_suspension') await followSuspension(effect, deps);
  else if (effect.kind === 'account_recovered') await endAndMail(effect, deps);
  else if (effect.kind === 'revoke_keys') await deps.keys.revokeBefore(effect.user_id, effect.session_epoch);
  else if (effect.kind === 'keyword_plan') await startPlan(effect, deps);
  else if (effect.kind === 'webhook_event') await publish([eventOfEffect(effect)], deps);
  else if (effect.kind === 'webhook_work') await orderWebhook(effect, deps);
  else if (effect.kind === 'activity') await recordActivity(effect, deps);
  else await startLightDiscovery(effect, deps);
}

async function recordActivity(
  effect: EffectOf<'activity'>,
  { users, activityLog }: Pick<EffectDeps, 'users' | 'activityLog'>,
): Promise<void> {
  const user = await users.byId(ownerOf(effect.user_id));
  if (user && !user.erasedAt) await activityLog.record(effect);
}

const maxDelaySeconds = 900;

async function order({ due_at, user_id, nudge_id, type, day }: EffectOf<'nudge'>, { queues, now }: EffectDeps): Promise<void> {
  const delaySeconds = delayUntil(due_at, now());
  await queues.send(nudgeEmailQueue, { user_id, nudge_id, type, day }, { delaySeconds });
}

async function orderTask({ job, task_id, user_id, due_at }: EffectOf<'user_task'>, { queues, now }: EffectDeps): Promise<void> {
  const message = { task_id, ...(user_id !== undefined && { user_id }) };
  await queues.send(queueOfJob[job], message, { delaySeconds: delayUntil(due_at, now()) });
}

async function orderWebhook(
  { account_id, endpoint_id, work, due_at }: EffectOf<'webhook_work'>,
  { queues, now }: EffectDeps,
): Promise<void> {
  const delaySeconds = delayUntil(due_at, now());
  await queues.send(webhooksQueue, { account_id, endpoint_id, work }, { delaySeconds });
}

function delayUntil(dueAt: string | null, now: number): number {
  const seconds = dueAt === null ? 0 : Math.ceil((Date.parse(dueAt) - now) / 1000);
  return Math.max(0, Math.min(maxDelaySeconds, seconds));
}

async function startPlan(
  { user_id: userId, task_id: id, company_website }: EffectOf<'keyword_plan'>,
  { tasks }: Pick<EffectDeps, 'tasks'>,
): Promise<void> {
  const subject = siteDomain(company_website);
  if (subject !== null) await tasks.start({ job: 'keyword_plan', id, userId, subject, parameters: { company_website } });
}

/** A restore of a backup needs this record to repeat the deletion. */
async function followDeletion(effect: EffectOf<'account_deletion'>, deps: EffectDeps): Promise<void> {
  const { user_id: userId, requested_at: requestedAt, erase_at: eraseAt } = effect;
  const isDeleted = async () => (await deps.users.byId(userId))?.deletion?.requestedAt === requestedAt;
  if (!(await isDeleted())) return;
  await deps.teams.leaveAll(userId);
  await deps.deletionFiles.put({ userId, requestedAt, eraseAt });
  // A restore of the account may run in parallel: the later of the two effects removes the file.
  if (!(await isDeleted())) await forgetDeletion({ user_id: userId }, deps);
}

async function forgetDeletion({ user_id }: { user_id: number }, { users, deletionFiles }: EffectDeps): Promise<void> {
  const user = await users.byId(user_id);
  if (user?.isActive) await deletionFiles.remove(user_id);
}

async function followSuspension({ user_id }: EffectOf<'account_suspension'>, { users, keys, webhookEndpoints }: EffectDeps): Promise<void> {
  await retryOnConflict('rare', async () => {
    const user = await users.byId(ownerOf(user_id));
    if (!user) return null;
    await keys.suspend(user_id, !user.isActive);
    await webhookEndpoints.suspend(user_id, !user.isActive);
    const current = await users.byId(ownerOf(user_id));
    return current?.isActive === user.isActive ? null : conflict;
  });
}

async function endAndMail(effect: EffectOf<'account_recovered'>, deps: EffectDeps): Promise<void> {
  const listing = await endRecovered(effect, deps);
  if (listing) await mail(listing, deps);
}

/** This limit covers invitations to a mailbox from any number of licences. */
const invitationsToAddress: RateLimit = { name: 'invitations-to', limit: 5, windowSeconds: daysInSeconds(1) };

async function invite(effect: EffectOf<'team_invitation'>, deps: EffectDeps): Promise<void> {
  const { email, holder_id, invitation_id, expires_at } = effect;
  const holder = await deps.users.byId(holder_id);
  if (!holder?.isActive || (await deps.suppressions.has(email))) return;
  const digest = sha256(email);
  if (!(await deps.limits.take(invitationsToAddress, digest, effect.id)).isAllowed)
    return log.warn('too many invitations to an address, mail left out', { user_id: holder_id });
  const isVerified = (await deps.users.byEmail(email))?.emailVerified === true;
  if (!isVerified && !(await takeUnverified(email, effect.id, deps)))
    return log.warn('too many e-mails to an unverified address, invitation left out', { user_id: holder_id });
  const link = await deps.mailLinks.invitationUrl({ digest, id: invitation_id });
  await deps.mailer.send(invitationMail({ to: email, holder, link, expiresAt: expires_at }));
}

/** A user who creates many keys could flood a mailbox with notices. */
const keyNotices: RateLimit = { name: 'key-notices', limit: 10, windowSeconds: daysInSeconds(1) };
const isKeyNotice = ({ template }: EffectOf<'mail'>) =>
  template === 'secret_key_issued' || template === 'secret_key_revoked' || template === 'secret_key_rotated';

async function mail(effect: EffectOf<'mail'>, deps: EffectDeps): Promise<void> {
  const { kind, isBulk } = mailRules[effect.template];
  const inTurn = () => deps.queues.send(bulkMailQueue, { effect, ordered_at: new Date(deps.now()).toISOString() });
  if (isBulk) return await inTurn();
  try {
    await withReceipt(effect.id, deps, () => limitedMail(effect, deps));
  } catch (error) {
    if (!(error instanceof MailThrottled)) throw error;
    await deps.throttle.hold(bulkPaceName, bulkHeldMs);
    if (kind !== 'lifecycle') throw error;
    await inTurn();
  }
}

async function limitedMail(effect: EffectOf<'mail'>, deps: EffectDeps): Promise<Afterwards> {
  if (!isKeyNotice(effect) || (await deps.limits.take(keyNotices, `${effect.to_user}`, effect.id)).isAllowed)
    return await sendMail(effect, deps);
  const day = new Date(deps.now()).toISOString().slice(0, 10);
  const paused: EffectOf<'mail'> = {
    kind: 'mail',
    id: `secret_key_notices_paused#${effect.to_user}#${day}`,
    to_user: effect.to_user,
    template: 'secret_key_notices_paused',
    data: { at: effect.data.at ?? '' },
  };
  await withReceipt(paused.id, deps, () => sendMail(paused, deps));
  return undefined;
}
