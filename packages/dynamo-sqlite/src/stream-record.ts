import type { ViewType } from './catalogue.ts';
import type { Item } from './item.ts';

/** The form in which DynamoDB Streams and AWS Lambda deliver a change. */
export type StreamRecord = {
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  eventVersion: string;
  eventSource: string;
  awsRegion: string;
  dynamodb: {
    /** Epoch seconds. */
    ApproximateCreationDateTime: number;
    Keys: Item;
    NewImage?: Item;
    OldImage?: Item;
    SequenceNumber: string;
    SizeBytes: number;
    StreamViewType: ViewType;
  };
};

/** The size of both images of a record that this engine has read, so that no reader must serialize them. */
export const imageBytes = new WeakMap<object, number>();
