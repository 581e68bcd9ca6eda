import type { IdentityProviderClient } from '#shared/accounts/sign-in/identity-provider.ts';
import type { variables } from '#shared/env.ts';
import type { TableName } from '#shared/store/tables.ts';
import { type EventPeak, firstQuotas, type Peak, type Quotas } from './limits/stage-limits.ts';

export const givenByStack = [
  'STAGE',
  'TABLE_ACCOUNTS',
  'TABLE_ATTRIBUTION',
  'TABLE_ANALYSIS',
  'TABLE_TRANSIENT',
  'QUEUE_URLS',
  'QUEUE_URL_PREFIX',
  'SECRET_ARNS',
  'EXPORT_BUCKET',
  'FILES_BUCKET',
  'BACKUP_BUCKET',
  'OPERATOR_TOKEN_HASHES',
  'FRONT_END_ORIGINS',
  'FRONT_END_BASE_URL',
  'OPERATOR_DOMAIN',
  'JWT_ISSUER',
  'IDP_CLIENT_IDS',
  'IDP_CONSOLE',
  'MAIL_FROM',
  'MAIL_TRANSACTIONAL_SET',
  'MAIL_LIFECYCLE_SET',
  'EDGE_TOKEN',
] as const satisfies readonly (keyof typeof variables)[];

/** A template never contains secrets, so a stage cannot set `SECRETS_JSON`. */
export type Setting = Exclude<keyof typeof variables, (typeof givenByStack)[number] | 'SECRETS_JSON'>;

export type Stage = {
  name: string;
  protectsData: boolean;
  /** Deleting this stage deletes its data and buckets. */
  isTemporary: boolean;
  logRetentionDays: 14 | 90;
  /** `WARN` drops Lambda's start and report lines, which cost more than the requests. */
  lambdaLogLevel: 'INFO' | 'WARN';
  /**
   * Reserved executions, throttles, firewall rules and quotas follow the peak. A peak of 0 rejects every request of its
   * kind.
   */
  peakRequestsPerSecond: Peak;
  /** The write and read units of the tables follow the peak of events. */
  peakEventsPerSecond: EventPeak;
  /** Reserved executions are also a maximum. One execution serves ten requests per second. */
  reservesExecutions: boolean;
  quotas: Quotas;
  /**
   * A new table serves 4,000 writes and 12,000 reads per second, then twice its peak; a value never decreases
   * (docs/runbook.md#before-a-large-night). Synth refuses a table whose peak is more than it serves at once.
   */
  warmThroughput: Partial<Record<TableName, { readUnitsPerSecond: number; writeUnitsPerSecond: number }>>;
  deployment: 'AllAtOnce' | 'Canary10Percent5Minutes';
  /** Class 100 is North America, Europe and Israel; 200 adds Asia, the Middle East and Africa. */
  priceClass: '100' | '200' | 'All';
  /** The stage has CloudFront's own address if this is `null`. The certificate must be in us-east-1. */
  domain: { name: string; certificateArn: string; hostedZoneId?: string } | null;
  /** A stage outside us-east-1 names its CloudFront firewall (docs/runbook.md). */
  edgeAclArn: string | null;
  alarmEmail: string | null;
  frontEndOrigins: readonly string[];
  operatorDomain: string;
  /** The hashes (SHA-256, hex) may be public, because operators' tokens are random. */
  operatorTokenHashes: readonly string[];
  idpClientIds: readonly string[];
  /** A `null` turns the console's sign-in with an identity provider off (docs/runbook.md). */
  idpConsole: IdentityProviderClient | null;
  mailDomain: string;
  mailFrom: string;
  jwtIssuer: string;
  settings: Partial<Record<Setting, string>>;
};

export const stages: readonly Stage[] = [
  {
    name: 'dev',
    protectsData: false,
    isTemporary: false,
    logRetentionDays: 14,
    lambdaLogLevel: 'INFO',
    peakRequestsPerSecond: { conversions: 50, pixel: 50, api: 50 },
    peakEventsPerSecond: { conversions: 500, pixel: 500 },
    reservesExecutions: false,
    quotas: firstQuotas,
    warmThroughput: {},
    deployment: 'AllAtOnce',
    priceClass: '100',
    domain: null,
    edgeAclArn: null,
    alarmEmail: null,
    frontEndOrigins: ['https://dev.operator.example', 'http://localhost:5173'],
    operatorDomain: 'operator.example',
    operatorTokenHashes: [],
    idpClientIds: [],
    idpConsole: null,
    mailDomain: 'dev.operator.example',
    mailFrom: 'adtrail dev <no-reply@dev.operator.example>',
    jwtIssuer: 'adtrail-dev',
    settings: {},
  },
  {
    name: 'prod',
    protectsData: true,
    isTemporary: false,
    logRetentionDays: 90,
    lambdaLogLevel: 'WARN',
    peakRequestsPerSecond: { conversions: 2000, pixel: 2000, api: 2000 },
    peakEventsPerSecond: { conversions: 5000, pixel: 5000 },
    reservesExecutions: true,
    quotas: firstQuotas,
    warmThroughput: { attribution: { writeUnitsPerSecond: 40_000, readUnitsPerSecond: 20_000 } },
    deployment: 'Canary10Percent5Minutes',
    priceClass: '200',
    domain: null,
    edgeAclArn: null,
    alarmEmail: 'alarms@operator.example',
    frontEndOrigins: ['https://app.operator.example'],
    operatorDomain: 'operator.example',
    operatorTokenHashes: [],
    idpClientIds: [],
    idpConsole: null,
    mailDomain: 'operator.example',
    mailFrom: 'adtrail <no-reply@operator.example>',
    jwtIssuer: 'adtrail',
    // Codes to phones cost money, so only these countries receive them.
    settings: { PHONE_COUNTRIES: 'CA,GB,IN,US', OPERATOR_MFA_REQUIRED: 'true' },
  },
];

export function developerStage(name: string): Stage {
  if (!/^[a-z][a-z0-9-]{0,15}$/.test(name) || stages.some((stage) => stage.name === name))
    throw new Error(`"${name}" cannot be a developer's stage: use up to 16 of a-z, 0-9 and -, and not the name of another stage.`);
  const dev = stages.find((stage) => stage.name === 'dev') as Stage;
  return { ...dev, name, isTemporary: true, jwtIssuer: `adtrail-${name}` };
}
