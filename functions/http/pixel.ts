import { admitPixel } from '#functions/api/pixel/admit-pixel.ts';
import * as pixel from '#functions/api/pixel/endpoints.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { unroutedBelow, withFunctionUrl } from '#shared/http/function-url.ts';
import { httpFunction } from '#shared/http/http-function.ts';

const list = Object.values(pixel);
const served = httpFunction(
  pixel,
  { admit: admitPixel, keys },
  {
    budgetMs: 4300,
    warmsUp: true,
    unrouted: unroutedBelow(list),
  },
);

export const { endpoints, makeDeps, needs } = served;
export const handler = withFunctionUrl(served.handler, list);
