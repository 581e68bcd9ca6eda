/** A message's work: one attempt of the delivery at a place, or a run of the lane. */
export type DeliveryWork = { delivery: string; attempts: number } | { tick: number };
