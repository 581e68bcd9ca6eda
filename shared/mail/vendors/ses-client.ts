import { SESv2Client } from '@aws-sdk/client-sesv2';
import { clientSettings } from '#shared/aws/client-settings.ts';
import type { Overrides } from '#shared/aws/overrides.ts';

export const sesClient = ({ transport }: Overrides, more: { maxAttempts?: number } = {}): SESv2Client =>
  new SESv2Client({ ...clientSettings(transport), ...more });
