import type { ViewType } from './catalogue.ts';
import type { Item } from './item.ts';

export type StreamRecord = {
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  eventVersion: string;
  eventSource: string;
  awsRegion: string;
  dynamodb: {
    /** The creation time is in epoch seconds. */
    ApproximateCreationDateTime: number;
    Keys: Item;
    NewImage?: Item;
    OldImage?: Item;
    SequenceNumber: string;
    SizeBytes: number;
    StreamViewType: ViewType;
  };
};

/** Readers need not serialize a record again for the size of its images. */
export const imageBytes = new WeakMap<object, number>();
