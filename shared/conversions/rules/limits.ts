import { days } from '#shared/values/durations.ts';

/** A secret key may send this many events, unless its account has a limit of its own. */
export const ingestLimit = { perSecond: 200, burst: 2000 };
/** An event's time may be this far in the future. */
export const maxAheadHours = 24;
export const maxPixelPropertiesBytes = 4096;
export const maxEventBytes = 1_048_576;
export const maxBatchBytes = 5_242_880;
export const maxBatchEvents = 1000;
export const maxPropertiesBytes = 32_768;
export const maxPropertiesDepth = 32;

/** An event may arrive this long after its click's window. */
export const deliveryGraceMs = /* @__PURE__ */ days(7);
export const lateMatchMs = /* @__PURE__ */ days(7);
