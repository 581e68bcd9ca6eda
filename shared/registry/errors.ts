import { accountErrors } from '#shared/accounts/errors.ts';
import { adErrors } from '#shared/ads/errors.ts';
import { apiKeyErrors } from '#shared/api-keys/errors.ts';
import { billingErrors } from '#shared/billing/errors.ts';
import { competitorErrors } from '#shared/competitors/errors.ts';
import { conversionErrors } from '#shared/conversions/errors.ts';
import { creditErrors } from '#shared/credits/errors.ts';
import { eventLogErrors } from '#shared/event-log/errors.ts';
import { licenceErrors } from '#shared/licences/errors.ts';
import { operatorErrors } from '#shared/operators/errors.ts';
import { reconciliationErrors } from '#shared/reconciliation/errors.ts';
import { spendErrors } from '#shared/spend/errors.ts';
import type { DeclaredError } from '#shared/values/declared-errors.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { webhookErrors } from '#shared/webhooks/errors.ts';

/** The description of the API lists errors in this order. */
export const errors: readonly DeclaredError[] = [
  operatorErrors,
  accountErrors,
  serviceErrors,
  apiKeyErrors,
  conversionErrors,
  eventLogErrors,
  spendErrors,
  reconciliationErrors,
  competitorErrors,
  adErrors,
  billingErrors,
  creditErrors,
  webhookErrors,
  licenceErrors,
].flatMap((table) => Object.values<DeclaredError>(table));
