import type { Context, SQSEvent } from 'aws-lambda';

export const context = {} as Context;

export const sqsEvent = (...messages: { body: unknown; tries?: number; id?: string }[]): SQSEvent => ({
  Records: messages.map(({ body, tries = 1, id }, i) => ({
    messageId: id ?? `m${i}`,
    receiptHandle: `handle-${id ?? `m${i}`}`,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: {
      ApproximateReceiveCount: String(tries),
      SentTimestamp: '0',
      SenderId: 'x',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:effects',
    awsRegion: 'us-east-1',
  })),
});
