export type Attempt = { at: string; milliseconds: number };

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'held';

export type Delivery<A extends Attempt = Attempt> = {
  /** Every attempt sends the same ID, so that the target recognizes a repetition. */
  eventId: string;
  at: string;
  /** A delivery is `held` if its target was disabled when the event came. */
  status: DeliveryStatus;
  attempts: number;
  lastAttempt?: A;
  deliveredAt?: string;
  nextAttemptAt?: string;
};

export type AttemptOf<D extends Delivery> = NonNullable<D['lastAttempt']>;

export const placeOf = ({ at, eventId }: Pick<Delivery, 'at' | 'eventId'>) => `${at}#${eventId}`;
