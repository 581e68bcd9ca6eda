import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { plainText } from '#shared/values/plain-text.ts';

export const GivenReason = plainText(500).min(1).nullish().meta({
  description: 'Recorded in the audit log. The owner does not see it.',
});

/** Entries of the log outlive the account, so a reason's personal data is removed. */
export const reasonDetails = (reason: string | null | undefined): { reason?: unknown } =>
  reason ? { reason: redactPersonalData({ reason }).properties.reason } : {};
