import { admitUnknownKey } from '#functions/api/conversions/admit-unknown-key.ts';
import * as conversions from '#functions/api/conversions/endpoints.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { unroutedBelow, withFunctionUrl } from '#shared/http/function-url.ts';
import { httpFunction } from '#shared/http/http-function.ts';

const list = Object.values(conversions);
const served = httpFunction(
  conversions,
  { admitUnknown: admitUnknownKey, keys },
  {
    budgetMs: 4300,
    warmsUp: true,
    unrouted: unroutedBelow(list),
  },
);

export const { endpoints, makeDeps, needs } = served;
export const handler = withFunctionUrl(served.handler, list);
