import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { plainText } from '#shared/values/plain-text.ts';

/** The operator's reason, for the audit log only. */
export const GivenReason = plainText(500).min(1).nullish().meta({
  description: 'Recorded in the audit log. The owner does not see it.',
});

/** The reason in the audit log, without personal data, because entries outlive the account. */
export const reasonDetails = (reason: string | null | undefined): { reason?: unknown } =>
  reason ? { reason: redactPersonalData({ reason }).properties.reason } : {};
