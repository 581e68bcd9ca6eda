import * as adjustments from '#functions/api/adjustments/reads.ts';
import * as clicks from '#functions/api/clicks/reads.ts';
import * as destinations from '#functions/api/destinations/reads.ts';
import * as events from '#functions/api/events/reads.ts';
import * as keyEndpoints from '#functions/api/keys/reads.ts';
import * as privacy from '#functions/api/privacy/reads.ts';
import * as reconciliation from '#functions/api/reconciliation/reads.ts';
import * as reports from '#functions/api/reports/endpoints.ts';
import * as spend from '#functions/api/spend/reads.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { viewNeeds } from '#shared/http/view-needs.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction(
  {
    ...adjustments,
    ...clicks,
    ...destinations,
    ...events,
    ...keyEndpoints,
    ...privacy,
    ...reconciliation,
    ...reports,
    ...spend,
  },
  { ...viewNeeds, keys },
);
