import { days } from '#shared/values/durations.ts';

export const maxEventBytes = 1_048_576;
export const maxBatchBytes = 5_242_880;
export const maxBatchEvents = 1000;
export const maxPropertiesBytes = 32_768;
export const maxPropertiesDepth = 32;

/** An event may arrive this long after its click's window. */
export const deliveryGraceMs = /* @__PURE__ */ days(7);
export const lateMatchMs = /* @__PURE__ */ days(7);
