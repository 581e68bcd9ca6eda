import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { ConversionEvent } from '#shared/conversions/rules/conversions.ts';
import type { UserData } from '#shared/destinations/rules/match-keys.ts';
import type { Warnings } from './results.ts';

export type Arrival = {
  event: ConversionEvent;
  warnings: Warnings;
  caller: ConversionCaller;
  click: Click | null;
  receivedAt: number;
  requestId: string;
  userData?: UserData | null;
  /** The place of the event in the request. Default: the body. */
  place?: readonly (string | number)[];
};
