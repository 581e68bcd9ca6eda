import * as adjustments from '#functions/api/adjustments/writes.ts';
import * as clicks from '#functions/api/clicks/writes.ts';
import * as destinations from '#functions/api/destinations/writes.ts';
import * as events from '#functions/api/events/writes.ts';
import * as keyEndpoints from '#functions/api/keys/writes.ts';
import * as privacy from '#functions/api/privacy/writes.ts';
import * as reconciliation from '#functions/api/reconciliation/writes.ts';
import * as siteCheck from '#functions/api/site-check/endpoints.ts';
import * as spend from '#functions/api/spend/writes.ts';
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
    ...siteCheck,
    ...spend,
  },
  { ...viewNeeds, keys },
);
