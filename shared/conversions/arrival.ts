import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import type { Session } from '#shared/conversions/rules/attribution.ts';
import type { ConversionEvent } from '#shared/conversions/rules/conversions.ts';
import type { Warnings } from './results.ts';

/** A valid event of a known caller, with the click it names. */
export type Arrival = {
  event: ConversionEvent;
  warnings: Warnings;
  caller: ConversionCaller;
  session: Session | null;
  /** Epoch milliseconds. */
  receivedAt: number;
  requestId: string;
};
