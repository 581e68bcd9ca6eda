import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { plainText } from '#shared/values/plain-text.ts';

/** Why an operator did it: for the audit log alone. */
export const GivenReason = plainText(500).min(1).nullish().meta({
  description: 'Recorded in the audit log. The owner does not see it.',
});

/** The reason as the audit keeps it, without personal data: entries outlive the account. */
export const reasonDetails = (reason: string | null | undefined): { reason?: unknown } =>
  reason ? { reason: redactPersonalData({ reason }).properties.reason } : {};
