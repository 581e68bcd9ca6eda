import type { QueueName } from '#shared/messages/queues.ts';
import type { SecretKind } from '#shared/secrets.ts';
import type { TableName } from '#shared/store/tables.ts';

/** What DynamoDB calls IAM actions; a transaction needs the action of each of its parts. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'BatchWriteItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  // Of a whole table, for its backup: by ourselves, or by DynamoDB.
  | 'Scan'
  | 'DescribeTable'
  | 'ExportTableToPointInTime';

/** What S3 calls IAM actions; uploading in parts is putting. */
export type ObjectAction = 'GetObject' | 'PutObject';

/** `ListBucket` is of the files in that folder. */
export type FileAction = ObjectAction | 'DeleteObject' | 'ListBucket';

/** `ListBucket` is of the whole bucket. The last two are for DynamoDB, which writes its exports in our name. */
export type BackupAction =
  | ObjectAction
  | 'DeleteObject'
  | 'ListBucket'
  | 'AbortMultipartUpload'
  | 'PutObjectAcl';

export type Access = {
  tables?: Partial<Record<TableName, readonly TableAction[]>>;
  /** Queues it may send to. */
  sends?: readonly QueueName[];
  /** Queues whose messages it may hold back for a later retry; the worker of a queue. */
  works?: readonly QueueName[];
  /** Files under `exports/` in object storage. */
  objects?: readonly FileAction[];
  /** Files that stay, by the folder: copies of media, images of conversations, reports. */
  files?: Partial<Record<'media' | 'images' | 'reports', readonly FileAction[]>>;
  /** Whether it may count the messages of every queue, look at, send back and delete dead letters, and read failed records in the streams. */
  deadLetters?: true;
  /** Whether it may count dead letters, and failures of streams and schedules. */
  countsDeadLetters?: true;
  /** Whether it may read alarms and metrics. */
  metrics?: true;
  /** Backups of the tables, under `backups/` in a bucket of their own. */
  backups?: readonly BackupAction[];
  /** Records of deleted accounts, under `deletions/` beside the backups. */
  deletions?: readonly ('PutObject' | 'DeleteObject')[];
  /** Records of erased visitors, under `erasures/` beside the backups. */
  erasures?: readonly 'PutObject'[];
  mail?: boolean;
  /** Whether it may read what SES allows the account, and its rates of bounces and complaints. */
  mailLimits?: true;
  /** Whether it creates or recognizes addresses of this API, and therefore needs to know its own. */
  links?: boolean;
  /** Secrets that it may read. */
  secrets?: readonly SecretKind[];
  memoryMb?: number;
};

const wholeTable = ['Scan', 'DescribeTable', 'ExportTableToPointInTime'] as const;

/**
 * What each function may touch, and its memory. CDK grants exactly this. The test harness refuses every other call, and
 * `.ci/run` names what no test needed (`test/kit/unused-grants.ts`): so the list is neither too short nor too long.
 */
export const access = {
  auth: {
    tables: { accounts: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
    sends: ['reset_codes'],
    mail: true,
    secrets: ['sessions', 'deck', 'hashing', 'sealing', 'messaging', 'identity'],
    // A password's hash wants a whole core: that is what Lambda gives at this size.
    memoryMb: 1769,
  },
  attribution: {
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem'],
      attribution: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'BatchWriteItem',
        'UpdateItem',
        'DeleteItem',
      ],
      // Tasks, for the check of a page.
      analysis: ['GetItem', 'PutItem', 'UpdateItem'],
    },
    sends: ['erasure', 'export'],
    objects: ['GetObject'],
    secrets: ['sessions', 'operators', 'hashing'],
  },
  conversions: {
    tables: {
      attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem', 'UpdateItem'],
    },
    secrets: ['hashing'],
    memoryMb: 1769,
  },
  notifications: {
    tables: {
      accounts: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
      attribution: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    },
    secrets: ['sessions', 'webhooks', 'hashing'],
  },
  onboarding: {
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem'],
      analysis: ['GetItem', 'PutItem', 'UpdateItem'],
    },
    secrets: ['sessions', 'hashing', 'llm'],
  },
  docs: { links: true },
  competitors: {
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem'],
      analysis: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
    },
    sends: ['media'],
    links: true,
    secrets: ['sessions', 'operators', 'social'],
  },
  credits: {
    tables: {
      accounts: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
      ],
    },
    secrets: ['sessions', 'operators', 'hashing'],
  },
  maintenance: {
    tables: {
      accounts: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
      ],
      // Checks of conditions are for dry runs, here and of the table `analysis`.
      attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      analysis: [
        ...['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
        // For the search index, when its worker gave changes up.
        ...['DeleteItem', 'BatchWriteItem'],
      ],
    },
    sends: ['grants', 'backup', 'prune', 'recount', 'account_erasure'],
    deadLetters: true,
    metrics: true,
    backups: ['GetObject', 'ListBucket'],
    secrets: ['sessions', 'operators', 'hashing', 'assistant', 'billing'],
    // As of `auth`: for the hash.
    memoryMb: 1769,
  },
  'operator-auth': {
    tables: {
      accounts: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
      ],
    },
    secrets: ['operators', 'hashing', 'sealing'],
    // As of `auth`: for the hash.
    memoryMb: 1769,
  },
  prompts: {
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem'],
      analysis: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    },
    files: { images: ['GetObject', 'PutObject'], media: ['GetObject'] },
    links: true,
    secrets: ['sessions', 'operators', 'llm'],
  },
  webhooks: {
    tables: { accounts: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
    secrets: ['operators', 'billing', 'partner'],
  },
  pixel: { tables: { attribution: ['GetItem', 'PutItem', 'UpdateItem'] }, secrets: ['hashing'] },
  'conversion-totals': {
    tables: { attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem', 'UpdateItem'] },
    // What an erasure could not see yet; what the log would not take.
    sends: ['erasure', 'recount'],
  },
  outbox: {
    tables: {
      accounts: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem', 'UpdateItem'],
      analysis: ['GetItem', 'PutItem', 'UpdateItem'],
    },
    sends: [
      'effects',
      'notices',
      'description_checks',
      'nudge_email',
      'bulk_mail',
      'reset_codes',
      'discovery',
      'keyword_plan',
      'assistant_report',
      'webhooks',
    ],
    deletions: ['PutObject', 'DeleteObject'],
    // Of a recovered account.
    objects: ['DeleteObject'],
    mail: true,
    secrets: ['hashing'],
  },
  erasure: {
    tables: { attribution: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem'] },
    sends: ['erasure'],
    works: ['erasure'],
    erasures: ['PutObject'],
  },
  export: {
    tables: {
      // Turns of accounts, beside what is exported.
      accounts: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      attribution: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      analysis: ['GetItem', 'Query'],
    },
    sends: ['export'],
    works: ['export'],
    objects: ['GetObject', 'PutObject'],
  },
  effects: {
    tables: {
      accounts: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem', 'UpdateItem'],
      analysis: ['GetItem', 'PutItem', 'UpdateItem'],
    },
    sends: [
      'notices',
      'nudge_email',
      'bulk_mail',
      'reset_codes',
      'description_checks',
      'discovery',
      'keyword_plan',
      'assistant_report',
      'webhooks',
    ],
    works: ['effects'],
    deletions: ['PutObject', 'DeleteObject'],
    // Of a recovered account.
    objects: ['DeleteObject'],
    mail: true,
    secrets: ['hashing'],
  },
  'description-checks': {
    tables: { accounts: ['GetItem', 'PutItem', 'UpdateItem'] },
    works: ['description_checks'],
    secrets: ['llm'],
  },
  notices: {
    tables: { accounts: ['UpdateItem'] },
    works: ['notices'],
    secrets: ['channel'],
  },
  'nudge-email': {
    tables: { accounts: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
    sends: ['notices'],
    works: ['nudge_email', 'bulk_mail'],
    mail: true,
    mailLimits: true,
    secrets: ['hashing'],
  },
  'grant-jobs': {
    tables: { accounts: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] },
    sends: ['grants'],
  },
  grants: {
    tables: { accounts: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] },
    sends: ['grants'],
    works: ['grants'],
  },
  'night-jobs': {
    tables: { accounts: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] },
    sends: ['backup', 'prune', 'account_erasure', 'recount'],
  },
  backup: {
    tables: {
      accounts: ['GetItem', 'Query', 'PutItem', 'UpdateItem', ...wholeTable],
      attribution: wholeTable,
      analysis: wholeTable,
    },
    sends: ['backup'],
    works: ['backup'],
    backups: ['GetObject', 'PutObject', 'DeleteObject', 'ListBucket', 'AbortMultipartUpload', 'PutObjectAcl'],
    memoryMb: 1769,
  },
  prune: {
    tables: {
      accounts: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
      attribution: ['GetItem', 'Query', 'PutItem', 'BatchWriteItem'],
      analysis: ['GetItem', 'Query', 'PutItem', 'BatchWriteItem'],
    },
    sends: ['prune'],
    works: ['prune'],
  },
  recount: {
    tables: {
      accounts: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      attribution: ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'PutItem', 'BatchWriteItem', 'UpdateItem'],
    },
    sends: ['recount', 'erasure'],
    works: ['recount'],
  },
  canary: {
    tables: {
      accounts: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      attribution: ['GetItem', 'Query', 'BatchWriteItem'],
    },
    countsDeadLetters: true,
    metrics: true,
    links: true,
    memoryMb: 512,
  },
  'account-erasure': {
    tables: {
      accounts: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'Scan'],
      attribution: ['BatchWriteItem', 'Scan'],
      analysis: ['Query', 'DeleteItem', 'BatchWriteItem', 'Scan'],
    },
    sends: ['account_erasure'],
    works: ['account_erasure'],
    files: { images: ['DeleteObject', 'ListBucket'], reports: ['DeleteObject', 'ListBucket'] },
    objects: ['DeleteObject', 'ListBucket'],
    memoryMb: 1769,
  },
  // Reads with the caller's key through the API, so that it needs to find that key alone.
  mcp: { tables: { attribution: ['GetItem'] }, links: true },
  media: { files: { media: ['GetObject'] } },
  'media-copies': {
    tables: { analysis: ['GetItem', 'PutItem'] },
    works: ['media'],
    files: { media: ['PutObject'] },
  },
  'mail-links': {
    tables: { accounts: ['GetItem', 'PutItem', 'ConditionCheckItem'] },
    files: { reports: ['GetObject'] },
    objects: ['GetObject'],
    secrets: ['hashing', 'sessions'],
  },
  'mail-events': { tables: { accounts: ['PutItem'] }, works: ['mail_events'] },
  'search-index': {
    tables: {
      accounts: ['GetItem'],
      analysis: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem', 'UpdateItem', 'DeleteItem'],
    },
    // For the grams of a segment.
    memoryMb: 1769,
  },
  tracing: {
    tables: {
      accounts: ['GetItem', 'BatchGetItem', 'PutItem'],
      attribution: ['GetItem'],
      analysis: ['GetItem', 'BatchGetItem', 'Query'],
    },
    files: { images: ['GetObject'] },
    secrets: ['hashing', 'operators'],
    // For texts that are read and compared.
    memoryMb: 1769,
  },
  'lifecycle-mail': { tables: { accounts: ['Query', 'BatchGetItem', 'PutItem'] } },
  discover: {
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem'],
      analysis: ['GetItem', 'PutItem', 'UpdateItem'],
    },
    secrets: ['sessions', 'operators'],
  },
  discovery: {
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      analysis: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    },
    sends: ['discovery'],
    works: ['discovery'],
    secrets: ['llm', 'search', 'social'],
  },
  dashboard: {
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem'],
      analysis: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    },
    files: { reports: ['GetObject'] },
    secrets: ['sessions', 'operators'],
  },
  'assistant-ads': {
    tables: {
      accounts: ['GetItem', 'Query'],
      analysis: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    },
  },
  'assistant-report': {
    tables: {
      accounts: ['GetItem'],
      analysis: ['GetItem', 'Query', 'PutItem', 'BatchWriteItem', 'UpdateItem'],
    },
    works: ['assistant_report'],
    files: { reports: ['PutObject'] },
    secrets: ['assistant', 'llm'],
  },
  'keyword-plan': {
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      analysis: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    },
    sends: ['keyword_plan'],
    works: ['keyword_plan'],
    secrets: ['llm'],
  },
  'webhook-deliveries': {
    tables: { attribution: ['GetItem', 'Query', 'UpdateItem'] },
    sends: ['webhooks'],
    works: ['webhooks'],
    // It calls servers of strangers, so it holds no other.
    secrets: ['webhooks'],
    memoryMb: 512,
  },
  'reset-codes': {
    tables: { accounts: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
    works: ['reset_codes'],
    mail: true,
    secrets: ['hashing', 'messaging'],
  },
} as const satisfies Record<string, Access>;

export type FunctionName = keyof typeof access;
