import { log } from '#shared/log.ts';
import { takeMail } from '#shared/mail/can-send-mail.ts';
import { mailOf } from '#shared/mail/mail-of.ts';
import { MailRejected } from '#shared/mail/mailer.ts';
import type { MailOutcome } from '#shared/mail/store/mail-log.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { rules, words } from '#shared/notifications/mails.ts';
import type { nudgeEmailQueue } from '#shared/notifications/queues.ts';
import { nudgeRefusal, ownDay } from '#shared/notifications/rules/nudges.ts';
import type { Nudge } from '#shared/notifications/store/nudges.ts';
import { minutes } from '#shared/values/durations.ts';
import type { Deps } from './needs.ts';

/** A worker that has not finished its claim in this time counts as dead. */
const leaseMs = minutes(1);
/** The clocks of correct machines differ by less than this time. */
const skewMs = 300_000;

/** A nudge is claimed first, and not sent again after an uncertain outcome. A rejected mail is retried. */
export async function sendNudge({ user_id, nudge_id, day }: MessageOf<typeof nudgeEmailQueue>, deps: Deps): Promise<void> {
  const { nudges, now } = deps;
  const nudge = await nudges.of(user_id, day);
  if (nudge?.nudgeId !== nudge_id) return log.warn('no such nudge', { nudge_id });
  if (nudge.state === 'claimed') return await leftBehind(nudge, deps);
  if (nudge.state !== 'scheduled') return;

  const user = await deps.users.byId(user_id);
  const why = await nudgeRefusal(user, (user) => takeMail(rules[nudge.type], user, nudge_id, deps));
  const note = (outcome: MailOutcome) => deps.mailLog.note(user_id, { id: nudge_id, template: nudge.type, outcome });
  if (!user || why) {
    await nudges.skip(nudge, why ?? 'inactive');
    return await note(why ?? 'inactive');
  }
  const sendDay = ownDay(user, now());
  const claim = await nudges.claim(nudge, sendDay);
  if (claim === 'sent_today') {
    await nudges.skip(nudge, claim);
    return await note(claim);
  }
  if (claim === 'busy') throw new Error('Another worker has taken this nudge.');
  try {
    const mail = { id: nudge_id, template: nudge.type, data: {} };
    await deps.mailer.send(await mailOf(mail, words[nudge.type], user, deps.mailLinks, deps.supportEmail));
  } catch (error) {
    // Error messages of the mail service contain the recipient, so they are not logged.
    log.warn('nudge not sent', { nudge_id, error_name: (error as Error).name });
    const isKnown = error instanceof MailRejected;
    if (isKnown) await nudges.release(nudge, sendDay, claim.claimId);
    else await nudges.isUnknown(nudge, claim.claimId);
    await note(isKnown ? 'failed' : 'unknown');
    if (!isKnown) return;
    throw new Error('The mail service has not taken the nudge.');
  }
  await nudges.markSent(nudge, claim.claimId);
  await note('sent');
}

async function leftBehind(nudge: Nudge, { nudges, now }: Deps): Promise<void> {
  const ageMs = now() - Date.parse(nudge.claimedAt ?? '');
  // A claim far in the future was set by a wrong clock, so it is not respected.
  if (ageMs < leaseMs && ageMs > -skewMs) throw new Error('Another worker is sending this nudge.');
  log.warn('nudge of unknown outcome', { nudge_id: nudge.nudgeId });
  await nudges.isUnknown(nudge, nudge.claimId);
}
