/** What the mail service allows the account, and what it thinks of it. */
export type SendingLimits = {
  /** E-mails a second and in 24 hours, and how many the last 24 hours had. */
  perSecond: number;
  perDay: number;
  sentInDay: number;
  isEnabled: boolean;
  /** Not under review, nor shut down. */
  isHealthy: boolean;
};
/** Shares of the last e-mails, 0 to 1; `null`: there were too few. */
export type Reputation = { bounceRate: number | null; complaintRate: number | null };
/** `auto`: paused by the rules below. An operator sets the other two. */
export type BulkMode = 'auto' | 'paused' | 'always';
export type PauseReason = 'by_operator' | 'disabled' | 'under_review' | 'bounces' | 'complaints';

/** Of the rate and of the day. The rest is for codes and notices. */
const bulkShare = 0.8;
/** From these on SES reviews an account: https://docs.aws.amazon.com/ses/latest/dg/reputationdashboardmessages.html */
const mostBounces = 0.05;
const mostComplaints = 0.001;

/** Why no e-mail to many may go out, if none may. */
export function whyPaused(
  { isEnabled, isHealthy }: SendingLimits,
  { bounceRate, complaintRate }: Reputation,
  mode: BulkMode,
): PauseReason | null {
  if (mode === 'paused') return 'by_operator';
  if (!isEnabled) return 'disabled';
  if (mode === 'always') return null;
  if (!isHealthy) return 'under_review';
  if ((bounceRate ?? 0) >= mostBounces) return 'bounces';
  return (complaintRate ?? 0) >= mostComplaints ? 'complaints' : null;
}

/** Whether the rest of the day is for codes and notices. */
export const isDayFull = ({ perDay, sentInDay }: SendingLimits): boolean => sentInDay >= perDay * bulkShare;

/**
 * Seconds until an e-mail that has no turn is looked at again: what was asked for, more the longer it has waited. So one that
 * has no turn for three days comes back fewer times than SQS allows before it gives a message up, which is 1,000.
 */
export const againSeconds = (asked: number, waitedSeconds: number): number =>
  Math.max(asked, Math.min(900, waitedSeconds / 50));

/** Milliseconds from one e-mail to the next. */
export const bulkIntervalMs = ({ perSecond }: SendingLimits): number =>
  1000 / (Math.max(perSecond, 0.01) * bulkShare);
