import type { Session } from '#shared/domain/attribution.ts';
import type { ConversionEvent } from '#shared/domain/conversions.ts';
import type { ConversionCaller } from '#shared/domain/keys.ts';
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
