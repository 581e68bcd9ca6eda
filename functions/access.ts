import type { SecretKind } from '#shared/secrets.ts';
import type { TableName } from '#shared/store/tables.ts';
import type { QueueName } from './queues.ts';

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'BatchWriteItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'Scan'
  | 'DescribeTable'
  | 'ExportTableToPointInTime';

export type ObjectAction = 'GetObject' | 'PutObject';

export type FileAction = ObjectAction | 'DeleteObject' | 'ListBucket';

/** DynamoDB writes exports with the worker's rights, hence the last two actions. */
export type BackupAction = ObjectAction | 'DeleteObject' | 'ListBucket' | 'AbortMultipartUpload' | 'PutObjectAcl';

export type Access = {
  tables?: Partial<Record<TableName, readonly TableAction[]>>;
  sends?: readonly QueueName[];
  works?: readonly QueueName[];
  objects?: readonly FileAction[];
  uploads?: readonly FileAction[];
  files?: Partial<Record<'media' | 'images' | 'reports', readonly FileAction[]>>;
  deadLetters?: true;
  countsDeadLetters?: true;
  /** A stream's consumer may send to its own failure queue; this names the address to it. */
  reportsFailures?: true;
  metrics?: true;
  backups?: readonly BackupAction[];
  deletions?: readonly ('PutObject' | 'DeleteObject')[];
  erasures?: readonly 'PutObject'[];
  mail?: boolean;
  mailLimits?: true;
  links?: boolean;
  secrets?: readonly SecretKind[];
  memoryMb?: number;
};

const reads = ['GetItem', 'BatchGetItem', 'Query'] as const;
const wholeTable = ['Scan', 'DescribeTable', 'ExportTableToPointInTime'] as const;
const importsSpend = [...reads, 'PutItem', 'BatchWriteItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const;

/** The outbox and the worker of deferred effects both deliver effects, with these rights. */
const deliversEffects = {
  tables: {
    accounts: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem', 'UpdateItem'],
    analysis: ['GetItem', 'PutItem', 'UpdateItem'],
  },
  sends: [
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
  // The exported files of a recovered account are removed.
  objects: ['DeleteObject'],
  mail: true,
  secrets: ['hashing'],
} as const satisfies Access;

/** CDK grants exactly these rights, and the test harness refuses every other call. */
export const access = {
  auth: {
    tables: { accounts: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
    sends: ['reset_codes'],
    mail: true,
    secrets: ['sessions', 'deck', 'hashing', 'sealing', 'messaging', 'identity'],
    // Password hashing needs a full vCPU.
    memoryMb: 1769,
  },
  attribution: {
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem'],
      attribution: [...reads, 'PutItem', 'BatchWriteItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      analysis: ['GetItem', 'PutItem', 'UpdateItem'],
    },
    sends: ['erasure', 'export', 'spend_import', 'reconciliation', 'recount'],
    uploads: ['GetObject', 'PutObject'],
    secrets: ['sessions', 'operators', 'hashing'],
  },
  'attribution-reads': {
    tables: {
      // Views of other users are recorded, and requests counted.
      accounts: ['GetItem', 'PutItem', 'UpdateItem'],
      // The last use of a key is noted, and a request for abandoned work gives it up.
      attribution: [...reads, 'PutItem', 'UpdateItem'],
    },
    // A request for unfinished work sends a lost message again.
    sends: ['spend_import', 'reconciliation'],
    objects: ['GetObject'],
    secrets: ['sessions', 'operators', 'hashing'],
  },
  conversions: {
    tables: {
      // A repeated event takes back the match keys that it brought.
      attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'BatchWriteItem', 'UpdateItem', 'DeleteItem'],
      transient: ['GetItem', 'PutItem'],
    },
    secrets: ['hashing'],
    memoryMb: 1769,
  },
  notifications: {
    tables: {
      accounts: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
      attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    },
    secrets: ['sessions', 'webhooks', 'hashing'],
  },
  onboarding: {
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem'],
      analysis: ['GetItem', 'PutItem', 'UpdateItem'],
    },
    secrets: ['sessions', 'llm'],
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
      accounts: [...reads, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    },
    secrets: ['sessions', 'operators', 'hashing'],
  },
  maintenance: {
    tables: {
      accounts: [...reads, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      // Dry runs check conditions, here and in the table `analysis`.
      attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      analysis: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'ConditionCheckItem',
        // The maintenance function rebuilds the search index after the index worker has abandoned changes.
        'DeleteItem',
        'BatchWriteItem',
      ],
      // A night that has failed runs again.
      transient: ['Query', 'BatchWriteItem'],
    },
    sends: ['grants', 'backup', 'prune', 'recount', 'account_erasure'],
    deadLetters: true,
    metrics: true,
    backups: ['GetObject', 'ListBucket'],
    secrets: ['operators', 'hashing', 'assistant', 'billing'],
    memoryMb: 1769,
  },
  'operator-auth': {
    tables: {
      accounts: [...reads, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    },
    secrets: ['operators', 'hashing', 'sealing'],
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
  pixel: {
    tables: { attribution: ['GetItem', 'PutItem', 'UpdateItem'], transient: ['GetItem', 'PutItem'] },
    secrets: ['hashing'],
  },
  'conversion-totals': {
    tables: {
      attribution: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'BatchWriteItem',
        'UpdateItem',
        // Adjustments that arrived before their event are moved to the event.
        'DeleteItem',
      ],
    },
    // Queues erase late events, recount events that the log refused, and judge clicks that may be of
    // programs.
    sends: ['erasure', 'recount', 'verdicts'],
    reportsFailures: true,
  },
  'click-verdicts': {
    tables: { attribution: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'] },
    sends: ['verdicts'],
    works: ['verdicts'],
  },
  outbox: { ...deliversEffects, sends: ['effects', ...deliversEffects.sends] },
  erasure: {
    tables: {
      attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    },
    sends: ['erasure', 'reconciliation'],
    works: ['erasure'],
    erasures: ['PutObject'],
  },
  export: {
    tables: {
      // The accounts table holds the leases of exports, and data that they contain.
      accounts: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      attribution: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      analysis: ['GetItem', 'Query'],
    },
    sends: ['export'],
    works: ['export'],
    objects: ['GetObject', 'PutObject', 'DeleteObject'],
  },
  'spend-import': {
    tables: {
      accounts: ['PutItem', 'UpdateItem', 'DeleteItem'],
      attribution: importsSpend,
    },
    sends: ['spend_import'],
    works: ['spend_import'],
    uploads: ['GetObject'],
    memoryMb: 1024,
  },
  reconciliation: {
    tables: {
      accounts: ['PutItem', 'UpdateItem', 'DeleteItem'],
      attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    },
    sends: ['reconciliation'],
    works: ['reconciliation'],
    uploads: ['GetObject', 'DeleteObject'],
    secrets: ['hashing'],
    memoryMb: 1024,
  },
  effects: { ...deliversEffects, works: ['effects'] },
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
    tables: {
      accounts: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
      // The keys of past days are destroyed.
      transient: ['Query', 'BatchWriteItem'],
    },
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
      attribution: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'Scan',
        'PutItem',
        'BatchWriteItem',
        'UpdateItem',
        // Projections of the stream run again here, for records that were set aside.
        'DeleteItem',
        'ConditionCheckItem',
      ],
    },
    sends: ['recount', 'erasure', 'verdicts'],
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
      transient: ['BatchWriteItem', 'Scan'],
    },
    sends: ['account_erasure'],
    works: ['account_erasure'],
    files: { images: ['DeleteObject', 'ListBucket'], reports: ['DeleteObject', 'ListBucket'] },
    objects: ['DeleteObject', 'ListBucket'],
    uploads: ['DeleteObject', 'ListBucket'],
    memoryMb: 1769,
  },
  // The MCP server reads through the API with the caller's key.
  mcp: { tables: { attribution: ['GetItem'] }, links: true },
  media: { files: { media: ['GetObject'] } },
  'media-copies': {
    links: true,
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
    // The worker holds the segments of the search index in memory.
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
    memoryMb: 1769,
  },
  'lifecycle-mail': { tables: { accounts: ['Query', 'BatchGetItem', 'PutItem'] } },
  discover: {
    links: true,
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem'],
      analysis: ['GetItem', 'PutItem', 'UpdateItem'],
    },
    secrets: ['sessions', 'operators'],
  },
  discovery: {
    links: true,
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
      attribution: importsSpend,
    },
    sends: ['spend_import'],
    works: ['assistant_report'],
    files: { reports: ['PutObject'] },
    secrets: ['assistant', 'llm'],
  },
  'keyword-plan': {
    links: true,
    tables: {
      accounts: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      analysis: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    },
    sends: ['keyword_plan'],
    works: ['keyword_plan'],
    secrets: ['llm'],
  },
  'webhook-deliveries': {
    tables: { attribution: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] },
    sends: ['webhooks'],
    works: ['webhooks'],
    links: true,
    // Webhook deliveries call servers of strangers, so the function has no other secret.
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
