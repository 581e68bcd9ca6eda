import { log, metricLine } from '#shared/log.ts';
import { MailThrottled } from '#shared/mail/mailer.ts';
import type { bulkMailQueue } from '#shared/mail/queues.ts';
import { againSeconds } from '#shared/mail/rules/bulk-mail.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { RetrySoon } from '#shared/messages/retry-soon.ts';
import { noticesQueue } from '#shared/notifications/queues.ts';
import { sendMail } from '#shared/outbox/send-mail.ts';
import { withReceipt } from '#shared/outbox/with-receipt.ts';
import { days } from '#shared/values/durations.ts';
import type { Failure } from '#shared/worker/queue-batch-worker.ts';
import type { Deps } from './needs.ts';

type BulkMail = MessageOf<typeof bulkMailQueue>;

/** A check-in mail that is later than this is dropped. */
const maxWaitMs = days(3);
/** Bulk mail waits this long when the mail service throttles within its own limits. */
const heldMs = 10_000;

export async function sendBulkMail(messages: readonly BulkMail[], deps: Deps): Promise<readonly (Failure | null)[]> {
  const isLate = ({ ordered_at }: BulkMail) => deps.now() - Date.parse(ordered_at) > maxWaitMs;
  const inTime = messages.filter((message) => !isLate(message));
  const turn = inTime.length === 0 ? null : await deps.bulkPace.take(inTime.length);
  if (turn && !turn.isNow && turn.why !== 'busy') await notifyOfPause(turn.why, deps);
  const sendInTurn = turn?.isNow ? inTurn(turn, deps) : null;
  const outcomes: Promise<Failure | null>[] = [];
  for (const message of messages) {
    if (isLate(message)) outcomes.push(drop(message, deps));
    else if (turn && !turn.isNow) outcomes.push(Promise.resolve(notYet(message, turn.seconds, `No turn yet: ${turn.why}.`, deps)));
    else if (sendInTurn) outcomes.push(...(await sendInTurn(message)));
  }
  return await Promise.all(outcomes);
}

function inTurn({ waitMs, apartMs }: { waitMs: number; apartMs: number }, deps: Deps) {
  let pauseMs = waitMs;
  let refusal: string | null = null;
  // The function does not await each mail, because waiting for the mail service would slow the rate.
  return async (message: BulkMail): Promise<[Promise<Failure | null>]> => {
    if (pauseMs > 0 && refusal === null) await deps.pause(pauseMs);
    pauseMs = apartMs;
    if (refusal !== null) return [Promise.resolve(notYet(message, heldMs / 1000, refusal, deps))];
    const sending = send(message, deps).then((failure) => {
      if (failure?.error instanceof RetrySoon) refusal = failure.error.message;
      return failure;
    });
    return [sending];
  };
}

const notYet = ({ ordered_at }: BulkMail, seconds: number, why: string, { now }: Deps): Failure => ({
  error: new RetrySoon(why),
  atLeastSeconds: againSeconds(seconds, (now() - Date.parse(ordered_at)) / 1000),
});

async function send(message: BulkMail, deps: Deps): Promise<Failure | null> {
  const { effect } = message;
  try {
    await withReceipt(effect.id, deps, () => sendMail(effect, deps));
    return null;
  } catch (error) {
    if (!(error instanceof MailThrottled)) return { error: error as Error };
    await deps.bulkPace.hold(heldMs);
    return notYet(message, heldMs / 1000, error.message, deps);
  }
}

async function drop({ effect }: BulkMail, { mailLog }: Deps): Promise<null> {
  log.warn('e-mail dropped after three days', { effect: effect.id });
  await mailLog.note(effect.to_user, { id: effect.id, template: effect.template, outcome: 'expired' });
  return null;
}

async function notifyOfPause(why: string, { queues, now }: Deps): Promise<void> {
  metricLine({}, { bulk_mail_paused: [1, 'Count'] }, {});
  const day = new Date(now()).toISOString().slice(0, 10);
  await queues
    .send(noticesQueue, {
      id: `bulk_mail_paused#${why}#${day}`,
      text: `E-mails to many are paused: ${reasons[why]}`,
    })
    .catch((error: Error) => log.warn('no notice of the pause', { error }));
}

const reasons: Record<string, string> = {
  by_operator: 'BULK_MAIL is set to paused.',
  disabled: 'sending is disabled for the account in SES.',
  under_review: 'SES has the account under review.',
  bounces: 'at least 5 % of the last e-mails bounced.',
  complaints: 'at least 0.1 % of the last e-mails led to a complaint.',
  day_full: '80 % of the daily quota of SES is used; the rest is for codes.',
};
