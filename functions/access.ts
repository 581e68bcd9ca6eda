import type { TableName } from '#shared/data/tables.ts';
import type { QueueName } from '#shared/queues.ts';

/** What DynamoDB calls IAM actions; a transaction needs the action of each of its parts. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'BatchWriteItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

export type Access = {
  tables?: Partial<Record<TableName, readonly TableAction[]>>;
  /** Queues it may send to. */
  sends?: readonly QueueName[];
  /** Queues whose messages it may hold back for a later retry; the worker of a queue. */
  works?: readonly QueueName[];
  mail?: boolean;
  secrets?: boolean;
  memoryMb?: number;
};

/**
 * What each function may touch, and its memory. CDK grants exactly this, and the test harness refuses every other
 * call, so the list cannot be too short unnoticed; a test finds what is granted and never used.
 */
export const access = {
  attribution: {
    tables: {
      accounts: ['GetItem'],
      attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    },
    sends: ['erasure'],
    secrets: true,
  },
  conversions: {
    tables: { attribution: ['GetItem', 'BatchGetItem', 'PutItem', 'BatchWriteItem', 'UpdateItem'] },
    secrets: true,
    memoryMb: 1769,
  },
  docs: {},
  pixel: { tables: { attribution: ['GetItem', 'PutItem'] } },
  'conversion-totals': {
    tables: { attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem', 'UpdateItem'] },
  },
  outbox: { tables: { accounts: ['GetItem', 'PutItem', 'UpdateItem'] }, sends: ['effects'], mail: true },
  erasure: {
    tables: { attribution: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'] },
    sends: ['erasure'],
    works: ['erasure'],
  },
  effects: {
    tables: { accounts: ['GetItem', 'PutItem', 'UpdateItem'] },
    works: ['effects'],
    mail: true,
  },
} as const satisfies Record<string, Access>;

export type FunctionName = keyof typeof access;
