import type { IdentityProviderClient } from '#shared/accounts/identity-provider.ts';
import type { variables } from '#shared/env.ts';
import type { TableName } from '#shared/store/tables.ts';
import { firstQuotas, type Peak, type Quotas } from './limits/stage-limits.ts';

/** Variables that the stack sets, from the stage's fields and the addresses of a function's resources. */
export const givenByStack = [
  'STAGE',
  'TABLE_ACCOUNTS',
  'TABLE_ATTRIBUTION',
  'TABLE_ANALYSIS',
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

/** A template never contains secrets. */
export type Setting = Exclude<keyof typeof variables, (typeof givenByStack)[number] | 'SECRETS_JSON'>;

/** The differences between stages, as plain data. All other code is the same in every stage. */
export type Stage = {
  name: string;
  /** Resources that hold data cannot be deleted, and remain after the stack. */
  protectsData: boolean;
  /** A developer's own stage: deleting the stack also deletes its data, including files in buckets. */
  isTemporary: boolean;
  logRetentionDays: 14 | 90;
  /**
   * `WARN` drops Lambda's own start and report lines, which cost more than the requests that they describe.
   */
  lambdaLogLevel: 'INFO' | 'WARN';
  /**
   * The peak of the stage. It determines reserved executions, the gateway's throttle (429), the firewall's
   * rules and the required quotas (`limits/stage-limits.ts`; `npm run ops -- limits`). 0 closes an entry.
   */
  peakRequestsPerSecond: Peak;
  /**
   * Reserves executions for conversions and pixel, which are also their maximum: one for ten requests per
   * second. A flood of clicks then takes nothing from conversions or sign-ins.
   */
  reservesExecutions: boolean;
  /** Quotas that AWS granted to the account. A deployment whose peak needs more is rejected. */
  quotas: Quotas;
  /**
   * Units per second that a table serves immediately, before a move or a campaign. A new table serves 4,000
   * writes and 12,000 reads, then twice its latest peak; a higher value is paid once and never decreases.
   * Usually empty (docs/runbook.md#before-a-large-night).
   */
  warmThroughput: Partial<Record<TableName, { readUnitsPerSecond: number; writeUnitsPerSecond: number }>>;
  /** CodeDeploy's configuration for new versions of functions that callers wait for. */
  deployment: 'AllAtOnce' | 'Canary10Percent5Minutes';
  /**
   * CloudFront's regions: 100 is North America, Europe and Israel; 200 adds Asia, the Middle East and Africa.
   */
  priceClass: '100' | '200' | 'All';
  /**
   * The address of console, pixel and API, or `null` for CloudFront's own. CloudFront needs the certificate
   * in us-east-1. With a hosted zone of Route 53, the stack creates the DNS record.
   */
  domain: { name: string; certificateArn: string; hostedZoneId?: string } | null;
  /**
   * The CloudFront firewall of a stage outside us-east-1 (docs/runbook.md), or `null` for the stack's own in
   * us-east-1.
   */
  edgeAclArn: string | null;
  /** The subscriber of alarms; `null` subscribes no address. */
  alarmEmail: string | null;
  /** Pages of these origins may read responses. */
  frontEndOrigins: readonly string[];
  operatorDomain: string;
  /**
   * SHA-256 hashes (hex) of the operator tokens. A hash of a random token reveals nothing, so it may be
   * public.
   */
  operatorTokenHashes: readonly string[];
  /**
   * Public client IDs at the identity provider, one per kind of front end. Without a client ID, the
   * provider's sign-in is off.
   */
  idpClientIds: readonly string[];
  /** The console's sign-in with the identity provider; `null` turns it off (docs/runbook.md). */
  idpConsole: IdentityProviderClient | null;
  /** The domain verified in SES. All mail is sent from it. */
  mailDomain: string;
  mailFrom: string;
  jwtIssuer: string;
  /** Configuration (`npm run config`) that differs from the default. Every function receives all of it. */
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
    reservesExecutions: true,
    quotas: firstQuotas,
    warmThroughput: {},
    deployment: 'Canary10Percent5Minutes',
    // Schedules run in India's time zone, and phones in India receive codes.
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
    // Every code to a phone costs money, so numbers of other countries receive no code.
    settings: { PHONE_COUNTRIES: 'CA,GB,IN,US', OPERATOR_MFA_REQUIRED: 'true' },
  },
];

/** A developer's own stage has the settings of `dev`, and destroying its stack removes all of it. */
export function developerStage(name: string): Stage {
  if (!/^[a-z][a-z0-9-]{0,15}$/.test(name) || stages.some((stage) => stage.name === name))
    throw new Error(
      `"${name}" cannot be a developer's stage: use up to 16 of a-z, 0-9 and -, and not the name of another stage.`,
    );
  const dev = stages.find((stage) => stage.name === 'dev') as Stage;
  return { ...dev, name, isTemporary: true, jwtIssuer: `adtrail-${name}` };
}
