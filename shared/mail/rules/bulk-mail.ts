export type SendingLimits = {
  perSecond: number;
  perDay: number;
  sentInDay: number;
  isEnabled: boolean;
  isHealthy: boolean;
};
/** Both rates are shares from 0 to 1. */
export type Reputation = { bounceRate: number | null; complaintRate: number | null };
export type BulkMode = 'auto' | 'paused' | 'always';
export type PauseReason = 'by_operator' | 'disabled' | 'under_review' | 'bounces' | 'complaints';

/** Bulk mails use at most this share of SES's rate and quota; codes and notices use the remaining share. */
const bulkShare = 0.8;
/**
 * Above these bounce and complaint rates, SES reviews the account:
 * https://docs.aws.amazon.com/ses/latest/dg/reputationdashboardmessages.html
 */
const maxBounces = 0.05;
const maxComplaints = 0.001;

export function whyPaused(
  { isEnabled, isHealthy }: SendingLimits,
  { bounceRate, complaintRate }: Reputation,
  mode: BulkMode,
): PauseReason | null {
  if (mode === 'paused') return 'by_operator';
  if (!isEnabled) return 'disabled';
  if (mode === 'always') return null;
  if (!isHealthy) return 'under_review';
  if ((bounceRate ?? 0) >= maxBounces) return 'bounces';
  return (complaintRate ?? 0) >= maxComplaints ? 'complaints' : null;
}

export const isDayFull = ({ perDay, sentInDay }: SendingLimits): boolean => sentInDay >= perDay * bulkShare;

/** SQS allows 1,000 receives and an e-mail may wait for three days, so its delay grows. */
export const againSeconds = (asked: number, waitedSeconds: number): number => Math.max(asked, Math.min(900, waitedSeconds / 50));

export const bulkIntervalMs = ({ perSecond }: SendingLimits): number => 1000 / (Math.max(perSecond, 0.01) * bulkShare);
