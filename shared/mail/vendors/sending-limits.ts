import { GetAccountCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import type { SendingLimits } from '#shared/mail/rules/bulk-mail.ts';
import { Unavailable } from '#shared/values/unavailable.ts';

/** SES returns -1 for an unlimited quota. */
const limitOf = (figure: number | undefined): number => (figure === undefined || figure < 0 ? Number.POSITIVE_INFINITY : figure);

export const sesLimits = (client: SESv2Client) => async (): Promise<SendingLimits> => {
  const { SendQuota, SendingEnabled, EnforcementStatus } = await client.send(new GetAccountCommand({})).catch((error: Error) => {
    throw new Unavailable('mail', error);
  });
  return {
    perSecond: limitOf(SendQuota?.MaxSendRate),
    perDay: limitOf(SendQuota?.Max24HourSend),
    sentInDay: SendQuota?.SentLast24Hours ?? 0,
    isEnabled: SendingEnabled ?? false,
    isHealthy: EnforcementStatus === 'HEALTHY',
  };
};
