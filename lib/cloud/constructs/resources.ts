import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { SecretKind } from '#shared/secrets.ts';
import type { MailSets } from './mail.ts';
import type { WorkQueue } from './queue-worker.ts';
import type { Table } from './table.ts';

export type Resources = {
  tables: ReadonlyMap<string, Table>;
  queues: ReadonlyMap<string, WorkQueue>;
  secrets: ReadonlyMap<SecretKind, Secret>;
  exportBucket: Bucket;
  filesBucket: Bucket;
  backupBucket: Bucket;
  mail: MailSets;
};
