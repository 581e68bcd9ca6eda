import type { DeliveryWork } from '#shared/deliveries/rules/delivery-work.ts';
import type { TargetRef } from '#shared/deliveries/rules/target.ts';
import type { Key } from '#shared/store/item.ts';

/** A user of deliveries declares its items with this, so each keeps its own keys, kinds and effects. */
export type DeliveryItems = {
  /** `kind` of the item of a delivery. */
  kind: string;
  retentionMs: number;
  targetKey(target: TargetRef): Key;
  /** The place is the sort key, so a lane is read in the order of the events. */
  deliveryKey(target: TargetRef, place: string): Key;
  /** The effect sends the work to the user's queue. Its ID is unique by target and turn. */
  effectOf(target: TargetRef, turn: string, work: DeliveryWork, dueAt: string | null): { id: string };
};
